/// <reference types="jest" />
import { CombinedError } from 'urql';
import { failureOf } from '../api/failure.js';
import english from './en.json';
import { failureText, problemText, storedProblem } from './problem.js';
import type { Text } from './use-text.js';

const text: Text = (id, values = {}) =>
  english[id].replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));

const failed = (message: string, extensions: Record<string, unknown>): CombinedError =>
  new CombinedError({ graphQLErrors: [{ message, extensions }] });

describe('problemText', () => {
  it.each([
    [
      'input.currency must be an active ISO 4217 currency code of three capital letters',
      'currency',
      'Enter a currency code such as BRL.',
    ],
    ['input.accountId must be a UUID', 'accountId', 'Enter a whole id, such as 01a2b3c4-5678-7abc-8def-0123456789ab.'],
    ['name must have 1 to 100 printable characters and no space at either end.', 'name', 'Enter 1 to 100 characters.'],
    ['overlapHours must be from 0 to 24', 'overlapHours', 'Must be from 0 to 24.'],
  ])('says the rule of "%s" at its field', (message, name, words) => {
    const problem = { code: 'BAD_USER_INPUT', field: ['input', name], message };
    expect(problemText(text, problem, true)).toBe(words);
  });

  it('names the field of a rule that no field shows', () => {
    const problem = { code: 'BAD_USER_INPUT', field: ['filter', 'actorId'], message: 'filter.actorId must be a UUID' };
    expect(problemText(text, problem)).toMatch(/^Actor: enter a whole id/);
    expect(problemText(text, { ...problem, field: ['a', 'b'], message: 'a.b must be even' })).toBe(
      'One of the values: must be even.',
    );
  });

  it('prefers the words for a code, and keeps the sentence of one without words', () => {
    expect(problemText(text, { code: 'ALREADY_APPROVED', field: null, message: 'You already did.' })).toBe(
      'You approved this. One more person to go.',
    );
    expect(problemText(text, { code: 'SAME_PERSON', field: null, message: 'You created it.' })).toBe('You created it.');
  });

  it('leaves what the page says itself as it is', () => {
    expect(problemText(text, { field: ['name'], message: 'name must be given' })).toBe('name must be given');
  });
});

describe('failureText', () => {
  it('shows no words of the API', () => {
    expect(failureText(text, failureOf(undefined))).toBe('Purser could not be reached.');
    const scope = failed('This API key does not hold the scope keys:confirm', { code: 'FORBIDDEN' });
    expect(failureText(text, failureOf(scope))).toContain('“See keys and people, confirm new keys”');
    const closed = failed('This field is closed', { code: 'FORBIDDEN' });
    expect(failureText(text, failureOf(closed))).toBe('You are not allowed to do this.');
    const fault = failed('Internal server error', { code: 'INTERNAL_SERVER_ERROR' });
    expect(failureText(text, failureOf(fault))).toBe('Something went wrong on the server. Try again.');
    const untrusted = failed('The document is not trusted', { code: 'UNTRUSTED_DOCUMENT' });
    expect(failureText(text, failureOf(untrusted))).toBe('Something went wrong. Try again.');
    const search = failed('filter.search must have three letters or digits in a row', {
      code: 'BAD_USER_INPUT',
      field: ['filter', 'search'],
    });
    expect(failureText(text, failureOf(search))).toMatch(/^Search: enter at least three/);
  });
});

describe('storedProblem', () => {
  it('drops the reason that the logs name', () => {
    expect(storedProblem('No usable answer (connection_lost). Look first.')).toBe('No usable answer. Look first.');
    expect(storedProblem('Nothing was paid (402: No cover).')).toBe('Nothing was paid (402: No cover).');
  });
});
