import { idsToRead, type PassResult, progressAfter, type SliceProgress, type SliceWork } from './slice-progress.js';

const slice = (overrides: Partial<SliceWork> = {}): SliceWork => ({
  unreadIds: ['a', 'b', 'c'],
  suspectedIds: [],
  tries: 0,
  ...overrides,
});

describe('a slice of a run', () => {
  it('is over when all were read and nothing is suspected', () => {
    const pass = { read: ['a', 'b', 'c'], suspected: [], unread: [] };
    expect(progressAfter(slice(), pass)).toMatchObject({ unreadIds: [], checked: 3, errors: 0, nextTrySeconds: null });
  });

  it('reads what is suspected a second time, more than ten seconds later', () => {
    const progress = progressAfter(slice(), { read: ['a', 'b', 'c'], suspected: ['b'], unread: [] });
    expect(progress).toMatchObject({ suspectedIds: ['b'], checked: 3, nextTrySeconds: 11 });
    expect(idsToRead(progress)).toEqual(['b']);
    const confirmed = progressAfter(progress, { read: ['b'], suspected: [], unread: [] });
    expect(confirmed).toMatchObject({ suspectedIds: [], checked: 0, nextTrySeconds: null });
  });

  it('reads a suspected one once more when it was too early', () => {
    const progress = progressAfter(slice({ unreadIds: [], suspectedIds: ['b'] }), {
      read: ['b'],
      suspected: ['b'],
      unread: [],
    });
    expect(progress).toMatchObject({ suspectedIds: ['b'], checked: 0, nextTrySeconds: 11 });
  });

  it('comes back for those that could not be read, ever later, before it looks at suspected ones', () => {
    const first = progressAfter(slice(), { read: ['a', 'b'], suspected: ['a'], unread: ['c'] });
    expect(first).toMatchObject({ unreadIds: ['c'], suspectedIds: ['a'], checked: 2, tries: 1, nextTrySeconds: 1 });
    const second = progressAfter(first, { read: [], suspected: [], unread: ['c'] });
    expect(second).toMatchObject({ unreadIds: ['c'], suspectedIds: ['a'], checked: 0, tries: 2, nextTrySeconds: 2 });
  });

  it('gives up in the end, and counts what it could not read', () => {
    let progress = progressAfter(slice({ suspectedIds: ['z'] }), { read: [], suspected: [], unread: ['a', 'b', 'c'] });
    let passes = 1;
    while (progress.unreadIds.length > 0) {
      progress = progressAfter(progress, { read: [], suspected: [], unread: ['a', 'b', 'c'] });
      passes += 1;
    }
    expect(progress).toMatchObject({ errors: 3, suspectedIds: ['z'], nextTrySeconds: 11 });
    expect(passes).toBe(11);
  });

  it('tries to confirm as often as to read, whatever could not be read before', () => {
    const last = progressAfter(slice({ tries: 10 }), { read: ['a', 'b'], suspected: ['b'], unread: ['c'] });
    expect(last).toMatchObject({ unreadIds: [], suspectedIds: ['b'], tries: 0, errors: 1, nextTrySeconds: 11 });
  });

  it.each<[string, Partial<PassResult>]>([
    ['stays suspected with each read', { read: ['a'], suspected: ['a'] }],
    ['cannot be read again', { unread: ['a'] }],
  ])('gives up confirming what %s', (_, pass) => {
    let progress: SliceProgress | SliceWork = slice({ unreadIds: [], suspectedIds: ['a'] });
    const delays: (number | null)[] = [];
    do {
      progress = progressAfter(progress, { read: [], suspected: [], unread: [], ...pass });
      delays.push((progress as SliceProgress).nextTrySeconds);
    } while (progress.suspectedIds.length > 0);
    expect(progress).toMatchObject({ errors: 1, checked: 0, nextTrySeconds: null });
    expect(delays).toEqual([11, 11, 11, 11, 30, 60, 120, 300, 300, 300, null]);
  });
});
