import { randomUUID } from 'node:crypto';
import { runRound } from '../load/load-round.js';
import { askOnce, type RequestPlan } from '../load/request-plan.js';
import { median, type Spread, spreadOf } from '../../test/rig/report/spread.js';
import type { Stage } from '../stage/bench-stage.js';
import { CURRENCY, graphqlCreation } from './payout-creation-scenario.js';

/** Payouts per second of all replicas together, with and without a funded balance. */
export interface FundedFigures {
  readonly replicas: number;
  readonly funded: number;
  readonly unfunded: number;
  /** The rate with a balance divided by the rate without one, pair by pair. */
  readonly ratio: Spread;
}

interface Accounts {
  readonly funded: string;
  readonly unfunded: string;
}

/** Share of the rate without a balance that a funded account should keep. */
export const FUNDED_TARGET = 0.8;

const REPLICA_COUNTS: readonly number[] = [1, 3];

// Once V8 has compiled the code, a payout costs a third as much as at first. After these rounds its cost varies only by
// a few percent.
const WARM_UP_ROUNDS = 4;

/**
 * Compares createPayout for a funded account with createPayout for an account without a balance, in alternating rounds.
 * Loads all replicas at the same time, like a load balancer.
 */
export async function measureFundedPayouts(
  stage: Stage,
  load: { readonly rounds: number; readonly seconds: number },
): Promise<FundedFigures[]> {
  const accounts = await fundedAccounts(stage);
  const replicas = [stage.purser];
  const figures: FundedFigures[] = [];
  for (const count of REPLICA_COUNTS) {
    while (replicas.length < count) replicas.push(await stage.startPurser());
    const plansFor = (kind: keyof Accounts): RequestPlan[] =>
      replicas.map((replica) => graphqlCreation(replica, stage.operatorKey, accounts[kind]));
    figures.push({ replicas: count, ...(await runTurns(plansFor, load)) });
  }
  return figures;
}

async function runTurns(
  plansFor: (kind: keyof Accounts) => readonly RequestPlan[],
  { rounds, seconds }: { readonly rounds: number; readonly seconds: number },
): Promise<Omit<FundedFigures, 'replicas'>> {
  const run = async (kind: keyof Accounts): Promise<number> => {
    const figures = await Promise.all(plansFor(kind).map((plan) => runRound(plan, seconds)));
    return figures.reduce((total, { requestsPerSecond }) => total + requestsPerSecond, 0);
  };
  for (let round = 0; round < WARM_UP_ROUNDS; round += 1) {
    await run(round % 2 === 0 ? 'funded' : 'unfunded');
  }
  const pairs: { funded: number; unfunded: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    // Tables grow and machines drift, so the order alternates.
    if (round % 2 === 0) {
      const funded = await run('funded');
      pairs.push({ funded, unfunded: await run('unfunded') });
    } else {
      const unfunded = await run('unfunded');
      pairs.push({ unfunded, funded: await run('funded') });
    }
  }
  return {
    funded: median(pairs.map(({ funded }) => funded)),
    unfunded: median(pairs.map(({ unfunded }) => unfunded)),
    ratio: spreadOf(pairs.map(({ funded, unfunded }) => funded / unfunded)),
  };
}

/** Opens an account whose balance covers every payout of a bench, and one without a balance. */
export async function fundedAccounts(stage: Stage): Promise<Accounts> {
  const accounts = await openAccounts(stage);
  await fund(stage, accounts.funded);
  return accounts;
}

/** Opens the configured account, and another one through a second configuration. */
async function openAccounts(stage: Stage): Promise<Accounts> {
  const another = await stage.startPurser({ BOOTSTRAP_ACCOUNT_NAME: 'funded' });
  await another.stop();
  const { rows } = await stage.database.query<{ id: string }>('SELECT id FROM accounts ORDER BY created_at');
  const [unfunded, funded] = rows;
  if (!unfunded || !funded) throw new Error('The stage has no second account.');
  return { unfunded: unfunded.id, funded: funded.id };
}

async function fund({ purser, operatorKey }: Stage, accountId: string): Promise<void> {
  const plan: RequestPlan = {
    method: 'POST',
    url: `${purser.url}/graphql`,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${operatorKey}` },
    nextBody: () =>
      JSON.stringify({
        query: 'mutation ($input: FundBalanceInput!) { fundBalance(input: $input) { userErrors { code } } }',
        variables: {
          input: {
            accountId,
            currency: CURRENCY,
            amount: '999999999',
            reference: 'bench',
            idempotencyKey: randomUUID(),
          },
        },
      }),
    isRight: (body) => body.includes('"userErrors":[]'),
  };
  await askOnce(plan);
}
