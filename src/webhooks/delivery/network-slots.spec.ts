import { NetworkSlots } from './network-slots.js';

describe('the slots of networks', () => {
  it('let two acts of a network run at once, in order, and keep no other network waiting', async () => {
    const slots = new NetworkSlots(2);
    const begun: string[] = [];
    const ends = new Map<string, () => void>();
    const act = (network: string, name: string): Promise<string> =>
      slots.run(network, async () => {
        begun.push(name);
        await new Promise<void>((resolve) => ends.set(name, resolve));
        return name;
      });
    const acts = ['a1', 'a2', 'a3', 'a4'].map((name) => act('a', name));
    const other = act('b', 'b1');
    expect(begun).toEqual(['a1', 'a2', 'b1']);

    ends.get('a2')?.();
    await acts[1];
    await Promise.resolve();
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
    for (const name of ['a1', 'a3', 'b1']) ends.get(name)?.();
    await acts[2];
    await Promise.resolve();
    ends.get('a4')?.();
    expect(await Promise.all([...acts, other])).toEqual(['a1', 'a2', 'a3', 'a4', 'b1']);
  });

  it('are free again after an act that fails', async () => {
    const slots = new NetworkSlots(1);
    await expect(slots.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(slots.run('a', () => Promise.resolve(1))).resolves.toBe(1);
  });
});
