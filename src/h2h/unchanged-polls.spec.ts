import type { SessionPollsRepository, UnchangedPoll } from './persistence/session-polls.sql.js';
import { UnchangedPolls } from './unchanged-polls.js';

const poll = (nth: number): UnchangedPoll => ({ id: `session-${nth}`, revision: 0, nextPollAt: 0 });

let written: (readonly UnchangedPoll[])[];
let unchanged: UnchangedPolls;

const writeTo = (recordUnchanged: SessionPollsRepository['recordUnchanged']): void => {
  unchanged = new UnchangedPolls({ recordUnchanged } as SessionPollsRepository);
};

beforeEach(() => {
  jest.useFakeTimers();
  written = [];
  writeTo((polls) => {
    written.push(polls);
    return Promise.resolve();
  });
});

afterEach(() => {
  jest.useRealTimers();
});

describe('unchanged polls', () => {
  it('unchanged polls are written together a tenth of a second after the first of them', async () => {
    const adding = [unchanged.add(poll(1)), unchanged.add(poll(2))];
    await jest.advanceTimersByTimeAsync(99);
    expect(written).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);

    await Promise.all(adding);
    expect(written).toEqual([[poll(1), poll(2)]]);
  });

  it('unchanged polls are written immediately once there are two hundred', async () => {
    await Promise.all(Array.from({ length: 200 }, (_, nth) => unchanged.add(poll(nth))));

    expect(written.map((batch) => batch.length)).toEqual([200]);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('start a new batch after one that could not be written', async () => {
    writeTo(() => Promise.reject(new Error('no database')));
    const failing = expect(unchanged.add(poll(1))).rejects.toThrow('no database');
    await jest.advanceTimersByTimeAsync(100);
    await failing;
    const next = expect(unchanged.add(poll(2))).rejects.toThrow('no database');
    await jest.advanceTimersByTimeAsync(100);

    await next;
  });
});
