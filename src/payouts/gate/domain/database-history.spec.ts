import { type DatabasePosition, type DatabaseSighting, compareHistory } from './database-history.js';

const KNOWN: DatabasePosition = { incarnation: 7, setbacks: 1, startedAt: '100.5', position: 50_000n };

const SAME: DatabaseSighting = {
  ...KNOWN,
  checkpoint: 40_000n,
  gateIncarnation: 7,
  isSynchronous: true,
  isPromoted: false,
};

const PROMOTED = { incarnation: 8, isPromoted: true };
const AWAY = 17n * 1024n * 1024n;

describe('comparing a database with its known position', () => {
  it.each<[string, Partial<DatabaseSighting>, string, string]>([
    ['the same', {}, 'sound', 'sound'],
    ['at a later position', { position: 60_000n }, 'sound', 'sound'],
    ['restarted without a loss', { startedAt: '200', checkpoint: 50_000n }, 'sound', 'sound'],
    ['without a standby', { isSynchronous: false }, 'sound', 'waits'],
    ['at an earlier position', { position: 49_999n }, 'went_back', 'went_back'],
    ['restarted at an earlier position', { startedAt: '200', position: 49_999n }, 'went_back', 'went_back'],
    [
      'restarted at an earlier position, and at a later one by now',
      { startedAt: '200', checkpoint: 49_999n, position: 90_000n },
      'went_back',
      'went_back',
    ],
    ['of an earlier incarnation', { incarnation: 6, gateIncarnation: 6 }, 'went_back', 'went_back'],
    ['in the state before a setback that was noticed', { setbacks: 0, position: 90_000n }, 'went_back', 'went_back'],
    ['past a setback that another process noticed', { setbacks: 2, position: 10n, startedAt: '200' }, 'sound', 'sound'],
    [
      'in a later incarnation, in which the gate was set',
      { incarnation: 8, gateIncarnation: 8, position: 10n },
      'sound',
      'sound',
    ],
    ['promoted', PROMOTED, 'replaced', 'promoted'],
    ['promoted without the log that was never confirmed', { ...PROMOTED, position: 10n }, 'replaced', 'promoted'],
    ['promoted and has no standby yet', { ...PROMOTED, isSynchronous: false }, 'replaced', 'waits'],
    ['restored', { incarnation: 8 }, 'replaced', 'replaced'],
    ['restored, without a standby', { incarnation: 8, isSynchronous: false }, 'replaced', 'replaced'],
  ])('a database that is %s gets the right verdict in each failover mode', (_, seen, fence, synchronous) => {
    const sighting = { ...SAME, ...seen };
    expect(compareHistory(KNOWN, sighting, 'fence')).toBe(fence);
    expect(compareHistory(KNOWN, sighting, 'synchronous')).toBe(synchronous);
  });

  it('a recovery to an earlier time is recognised by the missing log', () => {
    const known = { ...KNOWN, position: KNOWN.position + AWAY };
    expect(compareHistory(known, { ...SAME, ...PROMOTED }, 'synchronous')).toBe('replaced');
  });

  it.each<[string, Partial<DatabaseSighting>, string, string]>([
    ['is sound in the incarnation in which the gate was set', { position: 1n, startedAt: '300' }, 'sound', 'sound'],
    ['is a replaced one in any other incarnation', { incarnation: 8 }, 'replaced', 'replaced'],
    ['may be accepted after a promotion', PROMOTED, 'replaced', 'promoted'],
  ])('without a known position, the database %s', (_, seen, fence, synchronous) => {
    const sighting = { ...SAME, ...seen };
    expect(compareHistory(null, sighting, 'fence')).toBe(fence);
    expect(compareHistory(null, sighting, 'synchronous')).toBe(synchronous);
  });
});
