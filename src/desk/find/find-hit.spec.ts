import { bestOf, type FindHit, matchedOf } from './find-hit.js';

describe('the matched text', () => {
  it('the matched text is the first id or text that contains the search, in any case', () => {
    expect(matchedOf('SALARY', ['7f3c', null, 'salary-11', 'the salary of may'])).toBe('salary-11');
  });

  it('the matched text is the search itself if a hidden id contains it', () => {
    expect(matchedOf('0a1b', ['7f3c', null])).toBe('0a1b');
  });
});

describe('the best hits', () => {
  const ORDER = { kind: 'ORDER', accountId: null, title: '', status: 'PAID' } as const;
  const hit = (id: string, matched: string): FindHit => ({ ...ORDER, id, matched });

  it('puts exact matches first, then the others in order', () => {
    const hits = [hit('a', 'salary-110'), hit('b', 'salary-112'), hit('c', 'SALARY-11')];
    expect(bestOf(hits, 'salary-11', 2).map(({ id }) => id)).toEqual(['c', 'a']);
  });
});
