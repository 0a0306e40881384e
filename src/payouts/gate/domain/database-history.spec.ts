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
    ['further on', { position: 60_000n }, 'sound', 'sound'],
    ['started anew, and nothing is missing', { startedAt: '200', checkpoint: 50_000n }, 'sound', 'sound'],
    ['without a standby', { isSynchronous: false }, 'sound', 'waits'],
    ['behind', { position: 49_999n }, 'went_back', 'went_back'],
    ['started anew behind', { startedAt: '200', position: 49_999n }, 'went_back', 'went_back'],
    [
      'started anew behind, and further on by now',
      { startedAt: '200', checkpoint: 49_999n, position: 90_000n },
      'went_back',
      'went_back',
    ],
    ['of an earlier incarnation', { incarnation: 6, gateIncarnation: 6 }, 'went_back', 'went_back'],
    ['before a setback that was noticed', { setbacks: 0, position: 90_000n }, 'went_back', 'went_back'],
    ['after a setback that another noticed', { setbacks: 2, position: 10n, startedAt: '200' }, 'sound', 'sound'],
    ['opened in a later incarnation', { incarnation: 8, gateIncarnation: 8, position: 10n }, 'sound', 'sound'],
    ['promoted', PROMOTED, 'replaced', 'promoted'],
    ['promoted, with what was not confirmed missing', { ...PROMOTED, position: 10n }, 'replaced', 'promoted'],
    ['promoted, without a standby so far', { ...PROMOTED, isSynchronous: false }, 'replaced', 'waits'],
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
    ['is sound where the gate was set', { position: 1n, startedAt: '300' }, 'sound', 'sound'],
    ['is another one where the gate was not set', { incarnation: 8 }, 'replaced', 'replaced'],
    ['is passed after a promotion', PROMOTED, 'replaced', 'promoted'],
  ])('without a known position, the database %s', (_, seen, fence, synchronous) => {
    const sighting = { ...SAME, ...seen };
    expect(compareHistory(null, sighting, 'fence')).toBe(fence);
    expect(compareHistory(null, sighting, 'synchronous')).toBe(synchronous);
  });
});
