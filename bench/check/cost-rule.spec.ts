import { findDearerPaths } from './cost-rule.js';
import type { Path } from '../scenarios/paths.js';

const KEPT = { list: 2, create: 2, payout: 2, webhook: 2 };

describe('findDearerPaths', () => {
  it('finds no path if none costs over a tenth more than its stored cost', async () => {
    const { measure, asked } = measuring({});
    expect(await findDearerPaths(KEPT, measure)).toEqual([]);
    expect(asked).toEqual(['list', 'create', 'payout', 'webhook']);
  });

  it('finds a path that is too expensive in five measurements in a row, and returns its stored and its new cost', async () => {
    const { measure, asked } = measuring({ payout: [2.3, 2.4, 2.21, 2.5, 2.3] });
    expect(await findDearerPaths(KEPT, measure)).toEqual([
      { path: 'payout', kept: 2, measured: [2.3, 2.4, 2.21, 2.5, 2.3] },
    ]);
    expect(asked).toEqual(['list', 'create', 'payout', 'webhook', 'payout', 'payout', 'payout', 'payout']);
  });

  it('ignores a path that is as cheap as its stored cost in one of the measurements', async () => {
    const { measure, asked } = measuring({ list: [2.5, 2.3, 2.2, 9] });
    expect(await findDearerPaths(KEPT, measure)).toEqual([]);
    expect(asked.filter((path) => path === 'list')).toHaveLength(3);
  });
});

/** Fakes measurements that return these costs in order, and the stored cost for every other path. */
function measuring(costs: Partial<Record<Path, number[]>>): {
  readonly measure: (path: Path) => Promise<number>;
  readonly asked: Path[];
} {
  const asked: Path[] = [];
  const measure = (path: Path): Promise<number> => {
    asked.push(path);
    return Promise.resolve(costs[path]?.shift() ?? KEPT[path]);
  };
  return { measure, asked };
}
