import { expectedInStatement } from './statement-period.js';

describe('the period of a statement', () => {
  const at = (time: string): Date => new Date(`2026-11-20T${time}:00Z`);
  const period = { from: at('00:00'), to: at('12:00') };

  it('expects payouts that were sent in it and completed an hour within it', () => {
    const completed = { completedFrom: at('01:00'), completedTo: at('11:00') };
    expect(expectedInStatement(period, at('23:00'))).toEqual({ from: at('00:00'), ...completed });
  });

  it('does not expect payouts that were completed within the last hour', () => {
    expect(expectedInStatement(period, at('09:00'))).toMatchObject({ completedTo: at('08:00') });
  });

  it('expects nothing of a period of two hours, of one that ends before it begins, and of the future', () => {
    expect(expectedInStatement({ from: at('10:00'), to: at('12:00') }, at('23:00'))).toBeNull();
    expect(expectedInStatement({ from: at('12:00'), to: at('10:00') }, at('23:00'))).toBeNull();
    expect(expectedInStatement(period, at('00:30'))).toBeNull();
  });
});
