import { idsToRead, progressAfter, type SliceWork } from './slice-progress.js';

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

  it('gives up confirming as well', () => {
    let progress = progressAfter(slice({ unreadIds: [], suspectedIds: ['a'] }), {
      read: [],
      suspected: [],
      unread: ['a'],
    });
    for (let passes = 1; passes < 11; passes += 1) {
      progress = progressAfter(progress, { read: [], suspected: [], unread: ['a'] });
    }
    expect(progress).toMatchObject({ errors: 1, suspectedIds: [], nextTrySeconds: null });
  });
});
