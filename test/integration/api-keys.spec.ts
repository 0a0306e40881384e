import { KeyDesk, wanted } from '../support/api-keys-desk.js';
import { confirmChange, proposed } from '../support/change-requests.js';

describe('API keys in the database', () => {
  let desk: KeyDesk;

  beforeAll(async () => {
    desk = await KeyDesk.open();
  });

  afterAll(() => desk.close());

  const update = (set: string, id: string): Promise<unknown> =>
    desk.database.query(`UPDATE api_keys SET ${set} WHERE id = $1`, [id]);

  it.each([
    ['maker and checker by roles', `roles = '{operator,approver}'`],
    ['maker and checker by scopes', `scopes = '{payouts:create,payouts:approve}'`],
    ['maker by role and checker by scope', `roles = '{operator}', scopes = '{payouts:approve}'`],
    ['keys and payouts by roles', `roles = '{operator,admin}'`],
    ['keys and approvals by a scope', `roles = '{approver}', scopes = '{keys:manage}'`],
    ['of an unknown role', `roles = '{root}'`],
    ['confirmed by its maker', 'confirmed_at = now(), confirmed_by = created_by'],
    ['with a secret before it is confirmed', `key_hash = sha256('x')`],
    ['redeemed without a secret', 'redeemed_at = now()'],
    ['with halves beside a secret', `key_hash = sha256('x'), confirmed_at = now(), confirmed_by = gen_random_uuid()`],
    ['confirmed by nobody', 'confirmed_at = now(), confirmed_by = NULL'],
    ['without an end', 'expires_at = NULL'],
  ])('the database refuses a key that is %s', async (_, set) => {
    const { apiKey } = await desk.change(desk.admin, 'createApiKey', wanted());
    await expect(update(set, apiKey!.id)).rejects.toThrow(
      /chk_api_keys_(roles|separate_duties|two_people|lifetime|redeemed|halves)|never confirms it/,
    );
  });

  it.each([
    ['opens more', `roles = '{admin}'`],
    ['may be used from elsewhere', `allowed_addresses = '{0.0.0.0/0}'`],
    ['was made by another person', 'created_by = gen_random_uuid()'],
  ])('refuses to confirm a stored key that %s than was proposed', async (_, set) => {
    const made = await desk.change(desk.admin, 'createApiKey', wanted({ roles: ['VIEWER'] }));
    await update(set, made.apiKey!.id);
    expect(await confirmChange(desk.approver, proposed(made))).toMatchObject({
      changeRequest: { status: 'PENDING' },
      secondHalf: null,
      userErrors: [{ code: 'CONTENT_CHANGED' }],
    });
  });
});
