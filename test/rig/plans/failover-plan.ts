import type { SeededRandom } from './seeded-random.js';

export type Loss =
  /** The primary dies, and the standby has everything. */
  | 'synchronous standby'
  /** The primary dies, and the standby lags behind. */
  | 'lagging standby'
  /** The primary's files are replaced by older ones. */
  | 'older files'
  /** An older dump is restored into another cluster, at the same address. */
  | 'older dump';

/**
 * Which replicas end together with the database: the one that sent the lost payouts, with its machine; or all,
 * gracefully.
 */
export type Ending = 'none' | 'the sender' | 'all';

/** One loss of the database under load. */
export interface FailoverRound {
  readonly loss: Loss;
  readonly ending: Ending;
  /** Which replicas serve callers before the loss. If only the first does, no other replica knows what was sent. */
  readonly callersAt: 'the first replica' | 'all replicas';
  /** Time between the moment to which the database goes back and its loss. */
  readonly lostMs: number;
  /** How long the database is down. */
  readonly awayMs: number;
}

export interface Layout {
  readonly name: string;
  /** `PURSER_ROLES` of each replica. */
  readonly roles: readonly string[];
  /** Extra variables for every replica. */
  readonly variables?: NodeJS.ProcessEnv;
  readonly rounds: readonly FailoverRound[];
}

type Kind = Pick<FailoverRound, 'loss' | 'ending' | 'callersAt'>;

const FIRST = { callersAt: 'the first replica' } as const;
const ALL = { callersAt: 'all replicas' } as const;

const LAYOUTS: readonly (Omit<Layout, 'rounds'> & { readonly kinds: readonly Kind[] })[] = [
  {
    name: 'api + worker',
    roles: ['api', 'worker'],
    kinds: [
      { loss: 'lagging standby', ending: 'none', ...FIRST },
      { loss: 'lagging standby', ending: 'the sender', ...FIRST },
      { loss: 'synchronous standby', ending: 'none', ...FIRST },
      { loss: 'older files', ending: 'none', ...FIRST },
      { loss: 'older files', ending: 'all', ...FIRST },
      { loss: 'older dump', ending: 'all', ...FIRST },
    ],
  },
  {
    name: 'three replicas',
    roles: ['api,worker', 'api,worker', 'api,worker'],
    kinds: [
      { loss: 'lagging standby', ending: 'none', ...FIRST },
      { loss: 'lagging standby', ending: 'the sender', ...FIRST },
      { loss: 'lagging standby', ending: 'none', ...ALL },
      { loss: 'synchronous standby', ending: 'the sender', ...ALL },
      { loss: 'older files', ending: 'none', ...FIRST },
      { loss: 'older dump', ending: 'none', ...ALL },
    ],
  },
  {
    name: 'always synchronous',
    roles: ['api,worker', 'worker'],
    // Nothing is lost, so people need not check anything: payouts wait for the next standby and continue.
    variables: { DATABASE_FAILOVER: 'synchronous' },
    kinds: [
      { loss: 'synchronous standby', ending: 'none', ...FIRST },
      { loss: 'synchronous standby', ending: 'the sender', ...FIRST },
    ],
  },
];

/** Somewhat more than the lag of a standby in the same network. */
const LOST_MS = { from: 300, to: 1_500 };

/** From the shortest automatic promotion to several ticks of the waiting replicas. */
const AWAY_MS = { from: 0, to: 2_500 };

/** Plans the order, size and duration of the losses, with this many losses for each layout. */
export function planFailovers({
  rounds,
  random,
}: {
  readonly rounds: number;
  readonly random: SeededRandom;
}): Layout[] {
  return LAYOUTS.map(({ kinds, ...layout }) => {
    const dice = random.fork(layout.name);
    return {
      ...layout,
      rounds: Array.from({ length: Math.ceil(rounds / kinds.length) }, () => dice.shuffled(kinds))
        .flat()
        .slice(0, rounds)
        .map((kind) => ({ ...kind, lostMs: dice.integer(LOST_MS), awayMs: dice.integer(AWAY_MS) })),
    };
  });
}
