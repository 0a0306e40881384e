import { QueryFailedError } from 'typeorm';
import { ReadTimedOutError } from '../database/reads/timed-read.js';
import { NoFreeConnectionError } from '../database/connection/guarded-pool.js';
import { retryWhileAway } from './retry-while-away.js';

const failed = (driverError: Error): Error => new QueryFailedError('SELECT 1', [], driverError);

const withCode = (code: string): Error => Object.assign(new Error('no'), { code });

describe('reads for an event', () => {
  it.each([
    ['its server shuts down', failed(withCode('57P01'))],
    ['the pooler reaches no server', failed(withCode('08P01'))],
    ['a connection is cut', failed(new Error('Connection terminated unexpectedly'))],
    ['nothing listens', withCode('ECONNREFUSED')],
    ['it takes too long', new ReadTimedOutError()],
    ['all connections are taken', new NoFreeConnectionError()],
  ])('reads for an event are retried while the database is away: %s', async (_, error) => {
    const read = jest.fn().mockRejectedValueOnce(error).mockResolvedValue('a payout');
    await expect(retryWhileAway(read as () => Promise<string>)).resolves.toBe('a payout');
    expect(read).toHaveBeenCalledTimes(2);
  });

  it.each([
    ['a statement that is wrong', failed(withCode('42703'))],
    ['a password that is wrong', withCode('28P01')],
    ['a fault of the code', new TypeError('not a function')],
  ])('reads for an event are not retried after %s', async (_, error) => {
    const read = jest.fn().mockRejectedValue(error);
    await expect(retryWhileAway(read as () => Promise<string>)).rejects.toBe(error);
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('reads for an event are no longer retried after a minute', async () => {
    const error = new ReadTimedOutError();
    const read = jest.fn().mockRejectedValue(error);
    const clock = jest.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValueOnce(60_001);
    await expect(retryWhileAway(read as () => Promise<string>)).rejects.toBe(error);
    expect(read).toHaveBeenCalledTimes(1);
    clock.mockRestore();
  });

  it('a plain value is returned unchanged', () => {
    expect(retryWhileAway(() => 'a status')).toBe('a status');
  });
});
