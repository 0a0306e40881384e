import { QueryFailedError } from 'typeorm';
import { UnsealError } from '../database/encryption/field-cipher.js';
import { StartError } from '../config/start-error.js';
import { describeError, describeStartError } from './describe-error.js';

const CANARY = '4111111111111111';

class ForeignError extends Error {
  override readonly name = 'ForeignError';
}

describe('described errors', () => {
  it('keep the code and the constraint of a database error, but no row values', () => {
    const driverError = Object.assign(new Error(`Key (purpose)=(${CANARY}) already exists.`), {
      code: '23505',
      constraint: 'uq_orders_account_id_external_id',
      detail: `Key (purpose)=(${CANARY})`,
    });
    const error = new QueryFailedError(`INSERT INTO orders VALUES ('${CANARY}')`, [CANARY], driverError);
    const described = describeError(error);
    expect(described).toMatchObject({
      name: 'QueryFailedError',
      code: '23505',
      constraint: 'uq_orders_account_id_external_id',
    });
    expect(JSON.stringify(described)).not.toContain(CANARY);
  });

  it.each([
    new ForeignError(CANARY),
    Object.assign(new ForeignError('x'), { config: { headers: { 'x-api-token': CANARY } }, response: CANARY }),
    Object.assign(new ForeignError('x'), { cause: new Error(CANARY) }),
    new AggregateError([new Error(CANARY)], CANARY),
  ])('leave out everything else about an error', (error) => {
    expect(JSON.stringify(describeError(error))).not.toContain(CANARY);
  });

  it.each([
    new TypeError('x is not a function'),
    new RangeError('too long'),
    new UnsealError('does not open'),
    new Error('ours'),
  ])('keep the message of an error about the program itself: %s', (error) => {
    expect(describeError(error).message).toBe(error.message);
  });

  it('leave out the first line of the stack', () => {
    const { stack } = describeError(new ForeignError(CANARY));
    expect(stack).toMatch(/^at .*describe-error\.spec/);
    expect(stack).not.toContain(CANARY);
  });

  it('leave out lines of a message that look like stack frames', () => {
    const { stack } = describeError(new ForeignError(`no\n    at ${CANARY}`));
    expect(stack).toMatch(/^at .*describe-error\.spec/);
    expect(stack).not.toContain(CANARY);
  });

  it.each([['text'], [undefined], [null], [{ message: CANARY }], [4173]])(
    'show only the type of a value that is not an error: %j',
    (value) => {
      expect(describeError(value)).toEqual({ name: typeof value });
    },
  );
});

describe('a failed start', () => {
  it('a failed start is logged with the setting, the remedy and the error that caused it', () => {
    const cause = Object.assign(new ForeignError(CANARY), { code: '28P01' });
    const line = describeStartError(new StartError('DATABASE_URL', 'Correct it.', { cause }));
    expect(line).toEqual({ variable: 'DATABASE_URL', hint: 'Correct it.', err: cause });
  });

  it('a failed start is logged with only the error if no setting is known to be at fault', () => {
    const error = new ForeignError('x');
    expect(describeStartError(error)).toEqual({ err: error });
  });
});
