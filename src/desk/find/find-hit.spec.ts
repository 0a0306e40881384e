import { bestOf, type FindHit, matchedOf } from './find-hit.js';

describe('the matched text', () => {
  const IDS = ['7f3c', null, 'salary-11'];

  it.each([
    ['SALARY', 'salary-11'],
    ['ARY-11', 'salary-11'],
    ['lary', 'The salary of May'],
    ['OF MAY', 'The salary of May'],
  ])(
    'the matched text is the id that begins or ends with the search, or else the words that contain it: %s',
    (text, matched) => {
      expect(matchedOf(text, IDS, 'The salary of May')).toBe(matched);
    },
  );

  it('the matched text is the search itself if it matched an id that is not shown', () => {
    expect(matchedOf('0a1b', IDS, 'The salary of May')).toBe('0a1b');
    expect(matchedOf('lary', IDS)).toBe('lary');
  });
});

describe('the best hits', () => {
  const NO_MONEY = { amount: null, currency: null, createdAt: null };
  const ORDER = { kind: 'ORDER', accountId: null, title: '', status: 'PAID', ...NO_MONEY } as const;
  const hit = (id: string, matched: string): FindHit => ({ ...ORDER, id, matched });

  it('exact matches come first, and then the others in their order', () => {
    const hits = [hit('a', 'salary-110'), hit('b', 'salary-112'), hit('c', 'SALARY-11')];
    expect(bestOf(hits, 'salary-11', 2).map(({ id }) => id)).toEqual(['c', 'a']);
  });

  it('puts a chosen id before an id of Purser', () => {
    const hits = [hit('a', '0190a3b1-5c8e-7d3f-8a2b-4c5d6e7f8777'), hit('b', 'cust-777')];
    expect(bestOf(hits, '777', 2).map(({ id }) => id)).toEqual(['b', 'a']);
  });
});
