import { findFreePort } from '../../../dev/processes/local.port.js';
import type { SupervisedProcess } from '../../../dev/processes/supervised-process.js';
import { startReady } from '../../../dev/start/readiness-probe.js';
import { type Desk, openDesk } from '../../support/desk.js';
import { eventually } from '../../support/eventually.js';
import { GraphqlClient } from '../../support/graphql-client.js';
import {
  bookedPayout,
  createPayout,
  faultMatch,
  getPayout,
  openPayoutGate,
  payoutInput,
  type PayoutView,
  recordedPayout,
  setPayoutGate,
} from '../../support/payouts.js';
import { APPROVER_API_KEY, OPERATOR_API_KEY, TEST_SETTINGS } from '../../support/purser.js';
import type { BookedPayout } from '../../support/sandbox.js';

/** What happens to the open call when the process is told to stop, and the expected result. */
const CALLS = [
  {
    call: 'is answered late',
    fault: { fault: 'answerSlowly', delayMs: 1_500 },
    timeoutMs: 10_000,
    outcome: { status: 'CREATED', attempts: [{ state: 'ACCEPTED' }] },
  },
  {
    call: 'is never answered',
    fault: { fault: 'hangAfterAccepting' },
    timeoutMs: 2_000,
    outcome: { status: 'UNCONFIRMED', attempts: [{ state: 'UNKNOWN' }] },
  },
] as const;

describe('process that stops while it sends a payout', () => {
  /** Reads what the process has recorded, and sends nothing itself. */
  let desk: Desk;
  let process: SupervisedProcess;
  let url: string;
  let api: GraphqlClient;

  beforeAll(async () => {
    desk = await openDesk({ PURSER_ROLES: 'api' });
  });

  afterEach(async () => {
    await process.stop();
  });

  afterAll(async () => {
    await desk.close();
  });

  async function start(timeoutMs: number): Promise<void> {
    const port = String(await findFreePort());
    url = `http://127.0.0.1:${port}`;
    process = await startReady({
      name: 'purser',
      script: 'dist/main.js',
      readyUrl: `${url}/readyz`,
      environment: {
        ...TEST_SETTINGS,
        DATABASE_URL: desk.database.url,
        PROVIDER_BASE_URL: desk.sandbox.url,
        PROVIDER_TIMEOUT_MS: String(timeoutMs),
        PORT: port,
        PUBLIC_URL: url,
      },
    });
    api = new GraphqlClient({ url, apiKey: OPERATOR_API_KEY });
  }

  /** Waits until the provider has created the payout for this input, before it answers. */
  function untilMade(input: Record<string, unknown>): Promise<BookedPayout> {
    const { requisites } = faultMatch(input);
    return eventually('the call arrives', async () =>
      (await desk.sandbox.payouts()).find(({ account }) => account.requisites === requisites),
    );
  }

  /** Stops the process while the call for this input is open, and returns the payout as recorded. */
  async function endDuringCall(input: Record<string, unknown>): Promise<PayoutView> {
    const made = await untilMade(input);
    const [attempt] = await desk.database.query<{ payout_id: string; state: string }>(
      'SELECT payout_id, state FROM payout_attempts WHERE id = $1',
      [made.externalId],
    );
    expect(attempt!.state).toBe('CLAIMED');
    process.kill('SIGTERM');
    expect((await process.exited).how).toBe('exit code 0');
    return getPayout(desk.purser.api, attempt!.payout_id);
  }

  it.each(CALLS)('records and returns the outcome of a call that $call', async ({ fault, timeoutMs, outcome }) => {
    await start(timeoutMs);
    const input = payoutInput();
    await desk.sandbox.setFault({ on: 'createPayout', match: faultMatch(input), ...fault });
    const answer = createPayout(api, input);
    const payout = await endDuringCall(input);
    expect(payout).toMatchObject(outcome);
    expect((await answer).payout).toMatchObject({ id: payout.id, ...outcome });
    await bookedPayout(desk.sandbox, payout);
  });

  it('records the outcome of a call whose caller is gone', async () => {
    const { fault, timeoutMs, outcome } = CALLS[0];
    await start(timeoutMs);
    const input = payoutInput();
    await desk.sandbox.setFault({ on: 'createPayout', match: faultMatch(input), ...fault });
    const caller = new AbortController();
    const call = fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${OPERATOR_API_KEY}` },
      body: JSON.stringify({
        query: 'mutation ($input: CreatePayoutInput!) { createPayout(input: $input) { payout { id } } }',
        variables: { input },
      }),
      signal: caller.signal,
    }).catch(() => 'gone');
    await untilMade(input);
    caller.abort();
    expect(await call).toBe('gone');
    const payout = await endDuringCall(input);
    expect(payout).toMatchObject(outcome);
    await bookedPayout(desk.sandbox, payout);
  });

  it('records the outcome of a call made by a tick', async () => {
    const { fault, timeoutMs, outcome } = CALLS[0];
    await start(timeoutMs);
    const input = payoutInput();
    await setPayoutGate(api, { isOpen: false, reason: 'So that a tick sends it.' });
    await desk.sandbox.setFault({ on: 'createPayout', match: faultMatch(input), ...fault });
    expect(await recordedPayout(api, input)).toMatchObject({ status: 'APPROVED', attempts: [] });
    await openPayoutGate({ api, approver: new GraphqlClient({ url, apiKey: APPROVER_API_KEY }) }, 'Now.');
    const payout = await endDuringCall(input);
    expect(payout).toMatchObject(outcome);
    await bookedPayout(desk.sandbox, payout);
  });
});
