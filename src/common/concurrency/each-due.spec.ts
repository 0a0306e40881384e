import { eachDue } from './each-due.js';

describe.each([{ oneByOne: false }, { oneByOne: true }])('what is due, with %j', (order) => {
  it('is done once each, and gives what each gave', async () => {
    expect(await eachDue([1, 2, 3], (one) => Promise.resolve(one * 2), order)).toEqual([2, 4, 6]);
  });

  it('is done to its end though some of it fails, and the first error is thrown then', async () => {
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

it('what is due one by one waits for the one before', async () => {
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
