import { Logger } from '@nestjs/common';
import type { ReadOutcome } from '../../provider/port/call-outcome.js';
import type { AccountEntity } from './persistence/account.entity.js';
import { AccountSearchService } from './account-search.service.js';
import type { AccountsService } from './accounts.service.js';

type Says = 'found' | 'absent' | 'timed_out' | 'circuit_open' | 'unreadable';

/** Runs a search over accounts a, b, c and so on, which give these answers in this order. */
function searching(says: readonly Says[], tries = 0) {
  const asked: string[] = [];
  const accounts = says.map((_, at) => ({ id: String.fromCharCode(97 + at) }) as AccountEntity);
  const service = new AccountSearchService({
    list: () => Promise.resolve(accounts),
    credentialsOf: ({ id }: AccountEntity) => {
      if (says[accounts.findIndex((account) => account.id === id)] === 'unreadable') throw new Error('Another key');
      return { merchant: id, apiToken: 'x' };
    },
  } as unknown as AccountsService);
  const answer = service.search(tries, ({ merchant: id }) => {
    asked.push(id);
    const word = says[accounts.findIndex((account) => account.id === id)]!;
    if (word === 'found') return Promise.resolve({ kind: 'found' as const, value: `of ${id}` });
    if (word === 'absent') return Promise.resolve({ kind: 'absent' as const });
    return Promise.resolve({ kind: 'unavailable', reason: word } as ReadOutcome<string>);
  });
  return answer.then((result) => ({ result, asked: asked.join('') }));
}

describe('a search with the tokens of all accounts', () => {
  beforeAll(() => {
    jest.spyOn(Logger.prototype, 'error').mockImplementation();
  });

  afterAll(() => {
    jest.restoreAllMocks();
  });

  it.each<readonly [string, readonly Says[], object, string]>([
    [
      'the fifth account has the object',
      ['absent', 'absent', 'absent', 'absent', 'found'],
      { kind: 'found', value: 'of e', accountId: 'e' },
      'abcde',
    ],
    ['no account has the object', ['absent', 'absent', 'absent', 'absent'], { kind: 'absent' }, 'abcd'],
    ['there are no accounts', [], { kind: 'absent' }, ''],
    [
      'an account before that with the object does not answer',
      ['timed_out', 'found'],
      { kind: 'found', value: 'of b', accountId: 'b' },
      'ab',
    ],
    [
      'the token of an account before that with the object cannot be decrypted',
      ['unreadable', 'found'],
      { kind: 'found', value: 'of b', accountId: 'b' },
      'b',
    ],
    [
      'the token of an account cannot be decrypted and no other has the object',
      ['unreadable', 'absent'],
      { kind: 'unavailable', reason: 'token_unreadable' },
      'b',
    ],
    [
      'an account does not answer and no other has the object',
      ['absent', 'timed_out', 'absent'],
      { kind: 'unavailable', reason: 'timed_out' },
      'abc',
    ],
    [
      'one account does not answer and the circuit of another is open',
      ['timed_out', 'circuit_open'],
      { kind: 'unavailable', reason: 'timed_out' },
      'ab',
    ],
    [
      'the circuits of all accounts are open',
      ['circuit_open', 'circuit_open'],
      { kind: 'unavailable', reason: 'circuit_open' },
      'ab',
    ],
    [
      'the circuits of the four accounts before that with the object are open',
      ['circuit_open', 'circuit_open', 'circuit_open', 'circuit_open', 'found'],
      { kind: 'found', value: 'of e', accountId: 'e' },
      'abcde',
    ],
  ])('asks the right accounts and returns the right answer if %s', async (_, says, result, asked) => {
    expect(await searching(says)).toEqual({ result, asked });
  });

  it('stops after three unresponsive accounts, and starts behind them the next time', async () => {
    const says = ['timed_out', 'timed_out', 'timed_out', 'absent', 'found'] as const;
    expect(await searching(says, 0)).toEqual({ result: { kind: 'unavailable', reason: 'timed_out' }, asked: 'abc' });
    expect(await searching(says, 1)).toEqual({ result: { kind: 'found', value: 'of e', accountId: 'e' }, asked: 'de' });
  });
});
