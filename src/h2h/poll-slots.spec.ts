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

/** Asks for slots. `room` stays null until they are granted. */
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
  it('there are as many slots as sockets to the provider', async () => {
    await expect(slots.room()).resolves.toBe(64);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('a claim waits until half of the slots are free', async () => {
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

  it('a claim gets fewer slots after 50 ms if the other answers are slow', async () => {
    begin(64);
    answer(2);
    const next = nextRoom();
    await jest.advanceTimersByTimeAsync(49);
    expect(next.room).toBeNull();
    await jest.advanceTimersByTimeAsync(1);

    expect(next.room).toBe(2);
  });

  it('a claim that has waited long gets the first free slot', async () => {
    begin(64);
    const next = nextRoom();
    await jest.advanceTimersByTimeAsync(60_000);
    expect(next.room).toBeNull();
    answer(1);
    await settle();

    expect(next.room).toBe(1);
  });

  it('a claim gets no slots while a thousand answers are unwritten', async () => {
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
