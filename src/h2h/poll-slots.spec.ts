import { PollSlots } from './poll-slots.js';

let slots: PollSlots;

const begin = (polls: number): void => {
  for (let n = 0; n < polls; n += 1) slots.ask();
};

const answer = (polls: number): void => {
  for (let n = 0; n < polls; n += 1) slots.answered();
};

const end = (polls: number): void => {
  for (let n = 0; n < polls; n += 1) slots.leave();
};

/** The slots that the next claim may take, as far as they are known by now. */
function nextRoom(): { room: number | null } {
  const next: { room: number | null } = { room: null };
  void slots.room().then((room) => (next.room = room));
  return next;
}

const settle = () => jest.advanceTimersByTimeAsync(0);

beforeEach(() => {
  jest.useFakeTimers();
  slots = new PollSlots();
});

afterEach(() => {
  jest.useRealTimers();
});

describe('slots for polls', () => {
  it("slots for polls are as many as the provider's sockets", async () => {
    await expect(slots.room()).resolves.toBe(64);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('are claimed when half of them are free', async () => {
    begin(64);
    const next = nextRoom();
    answer(31);
    await settle();
    expect(next.room).toBeNull();
    answer(1);
    await settle();

    expect(next.room).toBe(32);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('slots for polls are claimed singly when the other answers are slow', async () => {
    begin(64);
    answer(2);
    const next = nextRoom();
    await jest.advanceTimersByTimeAsync(49);
    expect(next.room).toBeNull();
    await jest.advanceTimersByTimeAsync(1);

    expect(next.room).toBe(2);
  });

  it('go to a long-waiting claim as soon as there is one', async () => {
    begin(64);
    const next = nextRoom();
    await jest.advanceTimersByTimeAsync(60_000);
    expect(next.room).toBeNull();
    answer(1);
    await settle();

    expect(next.room).toBe(1);
  });

  it('gives no slots for polls while a thousand answers are unwritten', async () => {
    begin(1_000);
    answer(1_000);
    const next = nextRoom();
    await jest.advanceTimersByTimeAsync(60_000);
    expect(next.room).toBeNull();
    end(5);
    await settle();

    expect(next.room).toBe(1);
  });
});
