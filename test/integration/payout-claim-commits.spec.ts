import { agree } from '../support/change-requests.js';
import type { HeldCommit } from '../support/database-proxy.js';
import { eventually } from '../support/eventually.js';
import { closePayout, getPayout, payoutWhen, type PayoutView, recordedPayout } from '../support/payouts.js';
import { openProxiedSender, type ProxiedSender } from '../support/proxied-sender.js';

const CLAIM = 'INSERT INTO payout_attempts';

describe('a claim whose COMMIT is answered late or never', () => {
  let stage: ProxiedSender;

  beforeAll(async () => {
    // The sender waits for a held COMMIT for as long as a test may take: on busy cores, two people need over five seconds.
    stage = await openProxiedSender({ PAYOUT_CLOSE_AFTER_MINUTES: '0' }, { DATABASE_STATEMENT_TIMEOUT_MS: '60000' });
  });

  afterEach(() => {
    jest.restoreAllMocks();
  });

  afterAll(() => stage.close());

  /** Claims a payout so that the database has committed, but the sender has not received the answer to its COMMIT. */
  async function claimUnanswered(): Promise<{ id: string; commit: HeldCommit; answer: Promise<PayoutView> }> {
    const commit = stage.proxy.holdCommit(CLAIM);
    const answer = recordedPayout(stage.sender.api);
    await commit.sent;
    const [claimed] = await eventually('the attempt is committed', async () => {
      const rows = await stage.database.query<{ id: string }>(
        `SELECT payout_id AS id FROM payout_attempts WHERE state = 'CLAIMED'`,
      );
      return rows.length > 0 ? rows : null;
    });
    return { id: claimed!.id, commit, answer };
  }

  /** Makes the attempt's deadline pass, so that another replica gives the attempt up. */
  async function giveUp(id: string): Promise<void> {
    await stage.database.query(`UPDATE payout_attempts SET deadline_at = now() WHERE payout_id = $1`, [id]);
    await payoutWhen(stage.other.api, { id }, ({ status }) => status === 'UNCONFIRMED');
  }

  /** Waits until the claim has this age by the database's clock. */
  async function claimedFor(id: string, age: string): Promise<void> {
    await eventually(`it was claimed ${age} ago`, async () => {
      const rows = await stage.database.query(
        `SELECT FROM payout_attempts WHERE payout_id = $1 AND claimed_at < clock_timestamp() - $2::interval`,
        [id, age],
      );
      return rows[0];
    });
  }

  const sent = async ({ attempts }: PayoutView): Promise<number[]> =>
    Promise.all(attempts.map(async ({ id }) => (await stage.sandbox.findPayouts(id)).length));

  it('sends nothing once two people have closed the attempt and another one sent the payout', async () => {
    const { id, commit, answer } = await claimUnanswered();
    await giveUp(id);
    await agree(stage.other.approver, await closePayout(stage.other.api, { payoutId: id, resend: true }));
    await payoutWhen(stage.other.api, { id }, ({ status }) => status === 'CREATED');
    await claimedFor(id, '2 s');
    commit.release();
    const payout = await answer;
    expect(payout).toMatchObject({ status: 'CREATED', attempts: [{ state: 'CLOSED' }, { state: 'ACCEPTED' }] });
    expect(await sent(payout)).toEqual([0, 1]);
  });

  it('sends nothing once another replica has given the attempt up, however soon', async () => {
    const { id, commit, answer } = await claimUnanswered();
    await giveUp(id);
    // Within 200 ms the sender trusts its claim without asking the database, because real deadlines are never that
    // short.
    await claimedFor(id, '250 ms');
    commit.release();
    expect((await answer).attempts[0]).toMatchObject({ state: 'NOT_SENT', reason: 'CLAIM_EXPIRED' });
    const payout = await payoutWhen(stage.other.api, { id }, ({ status }) => status === 'CREATED');
    expect(await sent(payout)).toEqual([0, 1]);
  });

  it('a claim whose COMMIT is never answered counts as unsent, and another attempt sends the payout', async () => {
    const { id, commit, answer } = await claimUnanswered();
    commit.lose();
    await answer.catch(() => undefined);
    const payout = await payoutWhen(stage.other.api, { id }, ({ status }) => status === 'CREATED');
    expect(payout.attempts).toMatchObject([
      { state: 'NOT_SENT', reason: 'COMMIT_NOT_ACKNOWLEDGED' },
      { state: 'ACCEPTED' },
    ]);
    expect(await sent(payout)).toEqual([0, 1]);
  });

  it('sends nothing if the process was suspended, which the monotonic clock does not count', async () => {
    const { id, commit, answer } = await claimUnanswered();
    const now = Date.now.bind(Date);
    jest.spyOn(Date, 'now').mockImplementation(() => now() + 3_600_000);
    commit.release();
    expect((await answer).attempts[0]).toMatchObject({ state: 'NOT_SENT', reason: 'CLAIM_EXPIRED' });
    jest.restoreAllMocks();
    const payout = await payoutWhen(stage.other.api, { id }, ({ status }) => status === 'CREATED');
    expect(await sent(payout)).toEqual([0, 1]);
    expect(await getPayout(stage.other.api, id)).toMatchObject({ problem: null });
  });
});
