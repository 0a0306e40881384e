import { eachDue } from './each-due.js';

describe.each([{ oneByOne: false }, { oneByOne: true }])('eachDue with %j', (order) => {
  it('runs each item once and returns the results in order', async () => {
    expect(await eachDue([1, 2, 3], (one) => Promise.resolve(one * 2), order)).toEqual([2, 4, 6]);
  });

  it('runs every item even if some fail, then throws the first error', async () => {
    const done: number[] = [];
    const work = async (one: number): Promise<void> => {
      await Promise.resolve();
      if (one < 3) throw new Error(`failed ${one}`);
      done.push(one);
    };
    await expect(eachDue([1, 2, 3], work, order)).rejects.toThrow('failed 1');
    expect(done).toEqual([3]);
  });
});

it('eachDue with oneByOne starts an item only after the previous one has ended', async () => {
  let atOnce = 0;
  let most = 0;
  await eachDue(
    [1, 2, 3],
    async () => {
      most = Math.max(most, (atOnce += 1));
      await Promise.resolve();
      atOnce -= 1;
    },
    { oneByOne: true },
  );
  expect(most).toBe(1);
});
