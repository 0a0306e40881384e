import { type Desk, openDesk } from '../support/desk.js';
import { recordedPayout } from '../support/payouts.js';

describe('the approval of a payout, straight in the database', () => {
  let desk: Desk;

  beforeAll(async () => {
    desk = await openDesk({ PAYOUT_APPROVERS_DEFAULT: '1' });
  });

  afterAll(() => desk.close());

  it('is not given by whoever created the payout', async () => {
    const held = await recordedPayout(desk.purser.api);
    await expect(
      desk.database.query(
        `INSERT INTO payout_approvals (id, payout_id, approver_id, content_hash, expires_at)
         SELECT gen_random_uuid(), id, created_by, content_hash, now() + interval '1 day' FROM payouts WHERE id = $1`,
        [held.id],
      ),
    ).rejects.toThrow('never approves it');
  });

  it('is what the database asks for, whatever the code forgets', async () => {
    const held = await recordedPayout(desk.purser.api);
    await expect(
      desk.database.query(
        `UPDATE payouts SET submission_state = 'SUBMITTING', approved_hash = content_hash WHERE id = $1`,
        [held.id],
      ),
    ).rejects.toThrow('lacks an approval');
  });
});
