import { type Desk, openDesk } from '../support/desk.js';
import { insertPerson } from '../support/identity-provider.js';
import { recordedPayout } from '../support/payouts.js';

describe('approvals in the database', () => {
  let desk: Desk;

  beforeAll(async () => {
    desk = await openDesk({ PAYOUT_APPROVERS_DEFAULT: '1' });
  });

  afterAll(() => desk.close());

  it('the database refuses an approval by the maker of the payout', async () => {
    const held = await recordedPayout(desk.purser.api);
    await expect(
      desk.database.query(
        `INSERT INTO payout_approvals (id, payout_id, approver_id, content_hash, expires_at)
         SELECT gen_random_uuid(), id, created_by, content_hash, now() + interval '1 day' FROM payouts WHERE id = $1`,
        [held.id],
      ),
    ).rejects.toThrow('never approves it');
  });

  it('an approval stops counting when the approver is blocked, and counts again when two people unblock them', async () => {
    const { id } = await recordedPayout(desk.purser.api);
    const person = await insertPerson(desk.database);
    await desk.database.query(
      `INSERT INTO payout_approvals (id, payout_id, approver_id, content_hash, expires_at)
       SELECT gen_random_uuid(), id, $2, content_hash, now() + interval '1 day' FROM payouts WHERE id = $1`,
      [id, person],
    );
    const count = async (): Promise<number> => {
      const [row] = await desk.database.query<{ given: number }>(
        'SELECT count_payout_approvals(payouts) AS given FROM payouts WHERE id = $1',
        [id],
      );
      return row!.given;
    };
    expect(await count()).toBe(1);
    const block = `blocked_at = now(), blocked_by = gen_random_uuid(), block_reason = 'Lost.'`;
    await desk.database.query(`UPDATE people SET ${block} WHERE id = $1`, [person]);
    expect(await count()).toBe(0);
    const unblock = 'UPDATE people SET blocked_at = NULL, blocked_by = NULL, block_reason = NULL WHERE id = $1';
    const agree = (closedAs: string): Promise<unknown> =>
      desk.database.query(
        `INSERT INTO change_requests (id, kind, subject, content, content_hash, reason, proposed_by, expires_at, closed_as,
           closed_by, closed_at)
         VALUES (gen_random_uuid(), 'PERSON', $1, '{}', sha256('x'), 'x', gen_random_uuid(), now(), $2,
           gen_random_uuid(), now())`,
        [person, closedAs],
      );
    await agree('DECLINED');
    await expect(desk.database.query(unblock, [person])).rejects.toThrow('unblocking a person takes two people');
    await agree('CONFIRMED');
    await desk.database.query(unblock, [person]);
    expect(await count()).toBe(1);
  });

  it('the database refuses to send a payout without its approvals, even if the code has a bug', async () => {
    const held = await recordedPayout(desk.purser.api);
    await expect(
      desk.database.query(
        `UPDATE payouts SET submission_state = 'SUBMITTING', approved_hash = content_hash WHERE id = $1`,
        [held.id],
      ),
    ).rejects.toThrow('lacks an approval');
  });
});
