import { QueryFailedError, QueryRunnerAlreadyReleasedError } from 'typeorm';
import { isDatabaseAway } from './passing-errors.js';

const failure = (fields: object): Error => Object.assign(new Error('It failed'), fields);

describe('statement errors', () => {
  it.each([
    ['a server that shuts down', failure({ code: '57P01' })],
    ['a statement of a server that shuts down', new QueryFailedError('SELECT 1', [], failure({ code: '57P01' }))],
    ['a connection that ended without a word', new Error('Connection terminated unexpectedly')],
    ['a runner that TypeORM released with its broken connection', new QueryRunnerAlreadyReleasedError()],
  ])('statement errors show that the database is away: %s', (_, error) => {
    expect(isDatabaseAway(error)).toBe(true);
  });

  it.each([
    ['a constraint', new QueryFailedError('INSERT', [], failure({ code: '23505' }))],
    ['a fault of the code', new TypeError('x is not a function')],
    ['no error at all', 'away'],
  ])('statement errors do not show that the database is away: %s', (_, error) => {
    expect(isDatabaseAway(error)).toBe(false);
  });
});
