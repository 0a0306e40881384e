import { expectedInStatement } from './statement-period.js';

describe('the period of a statement', () => {
  const at = (time: string): Date => new Date(`2026-11-20T${time}:00Z`);
  const period = { from: at('00:00'), to: at('12:00') };

  it('includes payouts sent since its start and completed at least an hour after its start and before its end', () => {
    const completed = { completedFrom: at('01:00'), completedTo: at('11:00') };
    expect(expectedInStatement(period, at('23:00'))).toEqual({ from: at('00:00'), ...completed });
  });

  it('excludes payouts completed within the last hour', () => {
    expect(expectedInStatement(period, at('09:00'))).toMatchObject({ completedTo: at('08:00') });
  });

  it('the period of a statement is null if it lasts two hours, is reversed, or has only just begun', () => {
    expect(expectedInStatement({ from: at('10:00'), to: at('12:00') }, at('23:00'))).toBeNull();
    expect(expectedInStatement({ from: at('12:00'), to: at('10:00') }, at('23:00'))).toBeNull();
    expect(expectedInStatement(period, at('00:30'))).toBeNull();
  });
});
