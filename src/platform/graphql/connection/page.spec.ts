import { type Connection, toConnection } from './connection.js';
import { encodeCursor, type SortKey } from './cursor.js';
import type { PageArguments } from './page-arguments.js';
import { toPageRequest } from './page-request.js';

const sort: SortKey = { name: 'NAME', kind: 'text' };
const idOf = (name: string): string => `00000000-0000-7000-8000-${name.charCodeAt(0).toString().padStart(12, '0')}`;
const cursorOf = (name: string): string => encodeCursor({ value: name, id: idOf(name) }, sort);
const list = ['a', 'b', 'c', 'd', 'e'];

// Returns what a repository would: the rows beyond the cursor, nearest first, and one more than the page holds.
function page(args: Readonly<PageArguments>, countAll = () => Promise.resolve(list.length)): Connection<string> {
  const request = toPageRequest(args, sort);
  const ordered = request.direction === 'forward' ? list : [...list].reverse();
  const start = request.cursor === null ? 0 : ordered.indexOf(request.cursor.value) + 1;
  return toConnection({
    page: request,
    sort,
    rows: ordered.slice(start, start + request.limit + 1),
    positionOf: (name) => ({ value: name, id: idOf(name) }),
    toNode: (name) => name,
    countAll,
  });
}

describe('pages', () => {
  it.each([
    { args: { first: 2 }, nodes: 'ab', previous: false, next: true },
    { args: { first: 2, after: cursorOf('b') }, nodes: 'cd', previous: true, next: true },
    { args: { first: 2, after: cursorOf('d') }, nodes: 'e', previous: true, next: false },
    { args: { first: 5 }, nodes: 'abcde', previous: false, next: false },
    { args: { after: cursorOf('e') }, nodes: '', previous: true, next: false },
    { args: { last: 2 }, nodes: 'de', previous: true, next: false },
    { args: { last: 2, before: cursorOf('d') }, nodes: 'bc', previous: true, next: true },
    { args: { last: 2, before: cursorOf('b') }, nodes: 'a', previous: false, next: true },
    { args: { before: cursorOf('c') }, nodes: 'ab', previous: false, next: true },
    { args: {}, nodes: 'abcde', previous: false, next: false },
    { args: { first: null, after: null, last: null, before: null }, nodes: 'abcde', previous: false, next: false },
  ])('with first $args.first or last $args.last have the nodes "$nodes"', ({ args, nodes, previous, next }) => {
    const { edges, pageInfo } = page(args);
    expect(edges.map((edge) => edge.node).join('')).toBe(nodes);
    expect(pageInfo).toEqual({
      hasPreviousPage: previous,
      hasNextPage: next,
      startCursor: nodes === '' ? null : cursorOf(nodes.charAt(0)),
      endCursor: nodes === '' ? null : cursorOf(nodes.slice(-1)),
      liveCursor: null,
    });
  });

  it('visit every item of the list once, forwards and backwards', () => {
    let after: string | null = null;
    let forward = '';
    do {
      const { edges, pageInfo } = page({ first: 2, after });
      forward += edges.map((edge) => edge.node).join('');
      after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
    } while (after !== null);
    let before: string | null = null;
    let backward = '';
    do {
      const { edges, pageInfo } = page({ last: 2, before });
      backward = edges.map((edge) => edge.node).join('') + backward;
      before = pageInfo.hasPreviousPage ? pageInfo.startCursor : null;
    } while (before !== null);
    expect([forward, backward]).toEqual(['abcde', 'abcde']);
  });

  it('count the list only if the query selects the count', async () => {
    const countAll = jest.fn(() => Promise.resolve(5));
    const connection = page({}, countAll);
    expect(countAll).not.toHaveBeenCalled();
    expect(await connection.totalCount).toBe(5);
    expect(await connection.isTotalCountCapped).toBe(false);
    expect(countAll).toHaveBeenCalledTimes(1);
  });

  it.each([
    [10_000, false],
    [10_001, true],
  ])('of a list with %i rows report a count of 10,000, and whether it is capped: %s', async (rows, isCapped) => {
    const connection = page({}, () => Promise.resolve(rows));
    expect([await connection.totalCount, await connection.isTotalCountCapped]).toEqual([10_000, isCapped]);
  });

  it.each<[Readonly<PageArguments>, string]>([
    [{ first: 0 }, 'first'],
    [{ first: -1 }, 'first'],
    [{ first: 101 }, 'first'],
    [{ first: 1e9 }, 'first'],
    [{ first: 1.5 }, 'first'],
    [{ last: 0 }, 'last'],
    [{ last: 101 }, 'last'],
    [{ first: 1, last: 1 }, 'last'],
    [{ first: 1, before: cursorOf('b') }, 'before'],
    [{ last: 1, after: cursorOf('b') }, 'after'],
    [{ after: cursorOf('a'), before: cursorOf('b') }, 'before'],
    [{ after: `'; DROP TABLE orders --` }, 'after'],
    [{ before: '' }, 'before'],
  ])('reject the arguments %j and name the argument %s', (args, field) => {
    expect(() => toPageRequest(args, sort)).toThrow(
      expect.objectContaining({ extensions: { code: 'BAD_USER_INPUT', field: [field] } }) as Error,
    );
  });
});
