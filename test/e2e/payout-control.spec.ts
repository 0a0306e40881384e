import { randomUUID } from 'node:crypto';
import { confirmChange, factsOf, lapseChangeRequests, openChanges, proposed } from '../support/change-requests.js';
import { type Desk, openDesk } from '../support/desk.js';
import { eventually } from '../support/eventually.js';
import type { GraphqlClient } from '../support/graphql-client.js';
import {
  agreedOn,
  approvePayout,
  bangladeshInput,
  bookedPayout,
  changePayout,
  createPayout,
  declinePayout,
  getPayout,
  getPayoutGate,
  openPayoutGate,
  payoutInput,
  type PayoutView,
  payoutWhen,
  recordedPayout,
  setPayoutGate,
  setPayoutPolicy,
  withdrawPayout,
} from '../support/payouts.js';
import { changeKey, ownKeyId } from '../support/api-keys.js';
import { auditEntries, type AuditEntryView } from '../support/audit-log.js';
import { lapseApprovals, makeSendingDue, purgeRecipient } from '../support/payout-ageing.js';
import { attributePayout } from '../support/payouts-as-left.js';

/** In Brazil, payouts from the first amount on need one approver, and from the second on two. */
const ONE_APPROVER_FROM = '1000';
const TWO_APPROVERS_FROM = '5000';

describe('payout controls', () => {
  let desk: Desk;
  let maker: GraphqlClient;
  let admin: GraphqlClient;
  let approver: GraphqlClient;
  let second: GraphqlClient;
  let keys: { readonly maker: string; readonly admin: string; readonly approver: string };

  beforeAll(async () => {
    desk = await openDesk();
    maker = desk.purser.api;
    admin = desk.purser.admin;
    approver = desk.purser.approver;
    second = await desk.keyWith(['payouts:read', 'payouts:approve']);
    keys = { maker: await ownKeyId(maker), admin: await ownKeyId(admin), approver: await ownKeyId(approver) };
    await agreedOn(desk.purser, setPayoutPolicy, { currency: 'BRL', fromAmount: ONE_APPROVER_FROM, approvers: 1 });
    await agreedOn(desk.purser, setPayoutPolicy, { currency: 'BRL', fromAmount: TWO_APPROVERS_FROM, approvers: 2 });
  });

  afterAll(() => desk.close());

  const codes = ({ userErrors }: { userErrors: readonly { code: string }[] }): string[] =>
    userErrors.map(({ code }) => code);

  const heldPayout = (amount: string = ONE_APPROVER_FROM): Promise<PayoutView> => recordedPayout(maker, { amount });

  const auditOf = (subjectId: string): Promise<readonly AuditEntryView[]> => auditEntries(admin, { subjectId });

  /** Makes the payout due for the next tick, and waits for the wanted state. */
  async function comesDue(payout: PayoutView, wanted: (payout: PayoutView) => boolean): Promise<PayoutView> {
    await makeSendingDue(desk.database, { id: payout.id });
    return payoutWhen(maker, payout, wanted);
  }

  /** Returns an approved payout that waits because the gate is shut. */
  async function approvedPayout(amount: string = ONE_APPROVER_FROM): Promise<PayoutView> {
    await setPayoutGate(maker, { isOpen: false, reason: 'So that they wait.' });
    const { id } = await heldPayout(amount);
    const { payout, userErrors } = await approvePayout(approver, id);
    expect(userErrors).toEqual([]);
    expect(payout).toMatchObject({ status: 'APPROVED', attempts: [] });
    return payout!;
  }

  const neverSent = async ({ id }: PayoutView): Promise<void> => {
    expect((await getPayout(maker, id)).attempts).toEqual([]);
  };

  describe('policies', () => {
    it('a policy adds up what the recipient was sent and what still waits, even for concurrent payouts', async () => {
      const { recipient } = payoutInput();
      const create = (amount: string): Promise<PayoutView> => recordedPayout(maker, { amount, recipient });
      expect(await create('400')).toMatchObject({ status: 'CREATED' });
      const parts = await Promise.all(['410', '420', '430', '440'].map(create));
      const sent = parts.filter(({ status }) => status === 'CREATED');
      expect(sent).toHaveLength(1);
      const waiting = parts.filter(({ status }) => status === 'AWAITING_APPROVAL');
      expect(waiting.map(({ approvalReason }) => approvalReason)).toEqual(['POLICY', 'POLICY', 'POLICY']);
      // Payouts to other recipients do not count.
      expect(await heldPayout('600')).toMatchObject({ status: 'CREATED' });
    });

    it('a policy does not count a declined payout', async () => {
      const { recipient } = payoutInput();
      const first = await recordedPayout(maker, { amount: ONE_APPROVER_FROM, recipient });
      await declinePayout(approver, first.id, 'By mistake.');
      expect(await recordedPayout(maker, { amount: '999', recipient })).toMatchObject({ status: 'CREATED' });
    });

    it.each([
      ['999.99', 'CREATED', 0],
      ['1000', 'AWAITING_APPROVAL', 1],
      ['5000', 'AWAITING_APPROVAL', 2],
    ])('a payout of %s BRL is %s, because it needs %d approvals', async (amount, status, approvalsNeeded) => {
      const approvalReason = approvalsNeeded > 0 ? 'POLICY' : null;
      expect(await heldPayout(amount)).toMatchObject({ status, approvalsNeeded, approvalReason });
    });

    it('two people change a policy, and the policy shows both', async () => {
      const input = { currency: 'BDT', fromAmount: '700', approvers: 1 };
      const request = proposed(await setPayoutPolicy(admin, input));
      expect(factsOf(request)).toEqual({ ...input, fromAmount: '700.00', approvers: '1', accountId: null });
      expect(codes(await confirmChange(admin, request))).toEqual(['OWN_REQUEST']);
      await eventually('it is in the audit log', async () => {
        const refused = await auditEntries(admin, { action: 'access.refused', actorId: keys.admin });
        return refused.find(
          ({ operation, after: { why, id } }) =>
            operation === 'confirmChangeRequest' && why === 'OWN_REQUEST' && id === request.id,
        );
      });
      expect(codes(await setPayoutPolicy(approver, { ...input, approvers: 0 }))).toEqual(['CHANGE_REQUEST_OPEN']);
      const policies = (): Promise<{ payoutPolicies: Record<string, unknown>[] }> =>
        maker.request(
          '{ payoutPolicies { account { id } currency fromAmount approvers proposedBy { id name } confirmedBy { id kind } } }',
        );
      expect((await policies()).payoutPolicies).toHaveLength(2);
      expect(await confirmChange(approver, request)).toMatchObject({
        changeRequest: { status: 'CONFIRMED', closedBy: { id: keys.approver } },
        userErrors: [],
      });
      const trail = (await auditEntries(admin, { subjectType: 'PAYOUT_POLICY' }))
        .filter(({ after: { currency } }) => currency === 'BDT')
        .map(({ action, actor, after, reason }) => ({
          action,
          actorId: actor.id,
          hash: after['contentHash'] ?? null,
          reason,
        }));
      const { contentHash: hash, reason } = request;
      expect(trail).toEqual([
        { action: 'change_request.proposed', actorId: keys.admin, hash, reason },
        { action: 'change_request.confirmed', actorId: keys.approver, hash, reason },
        { action: 'payout_policy.set', actorId: keys.approver, hash: null, reason },
      ]);
      expect((await policies()).payoutPolicies[0]).toEqual({
        ...input,
        fromAmount: '700.00',
        account: null,
        proposedBy: { id: keys.admin, name: 'bootstrap' },
        confirmedBy: { id: keys.approver, kind: 'API_KEY' },
      });
      await agreedOn(desk.purser, setPayoutPolicy, { ...input, approvers: null });
      expect((await policies()).payoutPolicies).toHaveLength(2);
    });

    it('a change to a policy that nobody confirms expires after a day, and can be proposed again', async () => {
      const input = { currency: 'BDT', fromAmount: '800', approvers: 1 };
      const lapsed = proposed(await setPayoutPolicy(admin, input));
      await lapseChangeRequests(desk.database);
      expect(await openChanges(maker)).toEqual([]);
      expect(codes(await confirmChange(approver, lapsed))).toEqual(['CHANGE_REQUEST_CLOSED']);
      const request = proposed(await setPayoutPolicy(approver, input));
      expect(codes(await confirmChange(approver, request))).toEqual(['OWN_REQUEST']);
      expect(await confirmChange(approver, lapsed)).toMatchObject({
        changeRequest: { status: 'EXPIRED', proposedBy: { id: keys.admin }, closedBy: null },
        userErrors: [{ code: 'CHANGE_REQUEST_CLOSED' }],
      });
      expect((await openChanges(maker)).filter((open) => factsOf(open)['fromAmount'] === '800.00')).toMatchObject([
        { id: request.id, status: 'PENDING', proposedBy: { id: keys.approver }, closedBy: null },
      ]);
      expect(codes(await confirmChange(admin, request))).toEqual([]);
      await agreedOn(desk.purser, setPayoutPolicy, { ...input, approvers: null });
    });

    it.each([
      ['an amount without a currency', { fromAmount: '5', approvers: 1 }, 'AMOUNT_WITHOUT_CURRENCY', 'currency'],
      ['three people', { approvers: 3 }, 'APPROVERS_INVALID', 'approvers'],
      ['fewer than nobody', { approvers: -1 }, 'APPROVERS_INVALID', 'approvers'],
      ['an account that is not there', { accountId: randomUUID(), approvers: 1 }, 'ACCOUNT_NOT_FOUND', 'accountId'],
      ['no reason', { approvers: 1, reason: ' ' }, 'REASON_INVALID', 'reason'],
      ['a card for a reason', { approvers: 1, reason: '4111 1111 1111 1111' }, 'REASON_INVALID', 'reason'],
    ])('refuses a policy with %s', async (_, input, code, field) => {
      expect(await setPayoutPolicy(admin, input)).toMatchObject({
        changeRequest: null,
        userErrors: [{ code, field: ['input', field] }],
      });
    });
  });

  describe('approvals', () => {
    it('a payout that needs one approval is sent after it, and records who approved', async () => {
      const { id } = await heldPayout();
      const { payout, userErrors } = await approvePayout(approver, id);
      expect(userErrors).toEqual([]);
      expect(payout).toMatchObject({
        status: 'CREATED',
        approvals: [{ approvedBy: { id: keys.approver }, voidedAs: null }],
        attempts: [{ state: 'ACCEPTED' }],
      });
      expect(await auditOf(id)).toMatchObject([
        { action: 'payout.created' },
        {
          action: 'payout.approved',
          actor: { id: keys.approver },
          operation: 'approvePayout',
          after: { approvals: '1' },
        },
      ]);
    });

    it('a payout that needs two approvals is sent after two people approved, but not if one approved twice', async () => {
      const held = await heldPayout(TWO_APPROVERS_FROM);
      expect(await approvePayout(approver, held.id)).toMatchObject({
        payout: { status: 'AWAITING_APPROVAL', approvals: [{ approvedBy: { id: keys.approver } }] },
        userErrors: [],
      });
      const again = await Promise.all([1, 2, 3].map(() => approvePayout(approver, held.id)));
      expect(again.map(codes)).toEqual([['ALREADY_APPROVED'], ['ALREADY_APPROVED'], ['ALREADY_APPROVED']]);
      await neverSent(held);
      const { payout } = await approvePayout(second, held.id);
      expect(payout).toMatchObject({ status: 'CREATED', approvals: [{}, {}] });
      await bookedPayout(desk.sandbox, payout!);
    });

    it('refuses an approval by the person who created the payout', async () => {
      const held = await recordedPayout(maker, { amount: '1500' });
      await expect(approvePayout(maker, held.id)).rejects.toThrow('payouts:approve');
      // As if the approver had created the payout while in another role.
      await attributePayout(desk.database, held.id, { createdBy: keys.approver });
      expect(codes(await approvePayout(approver, held.id))).toEqual(['SAME_PERSON']);
      const trace = await eventually('it is in the audit log', async () => {
        const refused = await auditEntries(admin, { action: 'access.refused' });
        return refused.find(({ after }) => after['payoutId'] === held.id);
      });
      expect(trace).toMatchObject({ actor: { id: keys.approver }, operation: 'approvePayout' });
      expect(trace.after).toEqual({ why: 'SAME_PERSON', payoutId: held.id });
      await neverSent(held);
    });

    it('repeating the request to create the payout does not send it', async () => {
      const input = payoutInput({ amount: '1600' });
      const held = await recordedPayout(maker, input);
      for (const _ of ['once', 'again']) {
        const { payout, userErrors } = await createPayout(maker, input);
        expect(userErrors).toEqual([]);
        expect(payout).toMatchObject({ id: held.id, status: 'AWAITING_APPROVAL', attempts: [] });
      }
      await approvePayout(approver, held.id);
      const { payout } = await createPayout(maker, input);
      expect(payout).toMatchObject({ id: held.id, status: 'CREATED' });
      expect(payout!.attempts).toHaveLength(1);
      expect(codes(await approvePayout(second, held.id))).toEqual(['NOT_AWAITING_APPROVAL']);
    });

    it('a change voids the approvals, and the person who made it cannot approve', async () => {
      const third = await desk.keyWith(['payouts:read', 'payouts:approve']);
      const held = await heldPayout(TWO_APPROVERS_FROM);
      await approvePayout(approver, held.id);
      const { payout, userErrors } = await changePayout(maker, { payoutId: held.id, amount: '6000', note: 'rent' });
      expect(userErrors).toEqual([]);
      expect(payout).toMatchObject({
        amount: '6000.00',
        status: 'AWAITING_APPROVAL',
        approvals: [{ approvedBy: { id: keys.approver }, voidedAs: 'CHANGED' }],
      });
      expect(payout!.contentHash).not.toBe(held.contentHash);

      await expect(approvePayout(maker, held.id)).rejects.toThrow('payouts:approve');
      await attributePayout(desk.database, held.id, { editedBy: keys.approver });
      expect(codes(await approvePayout(approver, held.id, { contentHash: payout!.contentHash }))).toEqual([
        'SAME_PERSON',
      ]);
      // A replayed approval, for the earlier content or for no particular content.
      for (const seen of [{ contentHash: held.contentHash }, {}]) {
        expect(await approvePayout(second, held.id, seen)).toMatchObject({
          userErrors: [{ code: 'CONTENT_CHANGED', field: ['input', 'contentHash'] }],
        });
      }
      await neverSent(held);
      const seen = { contentHash: payout!.contentHash };
      expect(codes(await approvePayout(second, held.id, seen))).toEqual([]);
      await neverSent(held);
      const sent = await approvePayout(third, held.id, seen);
      expect(sent.payout).toMatchObject({ status: 'CREATED', amount: '6000.00' });
      expect((await bookedPayout(desk.sandbox, sent.payout!)).amount).toBe('6000');
      expect((await auditOf(held.id)).find(({ action }) => action === 'payout.changed')).toMatchObject({
        before: { amount: '5000.00' },
        after: { amount: '6000.00', changed: 'amount, note' },
      });
    });

    it('a change voids the approvals of a fully approved payout', async () => {
      const approved = await approvedPayout();
      const recipient = { name: 'Eva Lima', requisites: 'eva@example.com' };
      const { payout } = await changePayout(maker, { payoutId: approved.id, recipient });
      expect(payout).toMatchObject({ status: 'AWAITING_APPROVAL', recipient: { name: 'E*** L***' } });
      const waiting = await recordedPayout(maker);
      await openPayoutGate(desk.purser, 'So that they go.');
      // The payout that waited behind the changed one was sent, so the tick has passed both.
      await payoutWhen(maker, waiting, ({ status }) => status === 'CREATED');
      await neverSent(approved);
      expect(JSON.stringify(await auditOf(approved.id))).not.toContain('eva@example.com');
    });

    it('an approval expires after a day, and the payout waits for approval again', async () => {
      const approved = await approvedPayout();
      await lapseApprovals(desk.database, approved.id);
      await openPayoutGate(desk.purser, 'So that they go.');
      const held = await comesDue(approved, ({ status }) => status === 'AWAITING_APPROVAL');
      expect(held).toMatchObject({
        approvalReason: 'APPROVAL_LAPSED',
        attempts: [],
        approvals: [{ voidedAs: 'EXPIRED' }],
        timeline: [{ to: 'AWAITING_APPROVAL' }, { to: 'APPROVED' }, { to: 'AWAITING_APPROVAL', cause: 'DEADLINE' }],
      });
      expect(desk.purser.alarms().filter(({ alarm }) => alarm === 'payout_approval_lapsed')).toMatchObject([
        { payoutId: approved.id },
      ]);
      expect((await approvePayout(approver, held.id)).payout).toMatchObject({ status: 'CREATED', problem: null });
    });

    it('an expired approval does not count together with a new one', async () => {
      const held = await heldPayout(TWO_APPROVERS_FROM);
      await approvePayout(approver, held.id);
      await lapseApprovals(desk.database, held.id);
      expect((await approvePayout(second, held.id)).payout).toMatchObject({ status: 'AWAITING_APPROVAL' });
      await neverSent(held);
      expect((await approvePayout(approver, held.id)).payout).toMatchObject({ status: 'CREATED' });
    });

    it("revoking the approver's key voids the approval", async () => {
      const approved = await approvedPayout();
      const third = await desk.keyWith(['payouts:read', 'payouts:approve', 'payouts:gate', 'changes:confirm']);
      await changeKey(desk.database, keys.approver, 'was revoked');
      await openPayoutGate({ api: maker, approver: third }, 'So that they go.');
      const held = await comesDue(approved, ({ status }) => status === 'AWAITING_APPROVAL');
      expect(held).toMatchObject({
        approvalReason: 'APPROVAL_LAPSED',
        approvals: [{ voidedAs: 'REVOKED' }],
        attempts: [],
      });
      await changeKey(desk.database, keys.approver, 'was not revoked');
    });

    it('approvals no longer suffice once the policy requires more', async () => {
      const approved = await approvedPayout('2000');
      const stricter = { currency: 'BRL', fromAmount: '2000', approvers: 2 };
      await agreedOn(desk.purser, setPayoutPolicy, stricter);
      await openPayoutGate(desk.purser, 'So that they go.');
      const held = await comesDue(approved, ({ status }) => status === 'AWAITING_APPROVAL');
      expect(held).toMatchObject({ approvalReason: 'POLICY', approvalsNeeded: 2, approvals: [{ voidedAs: null }] });
      // A later policy that requires fewer approvers does not apply to payouts that wait already.
      await agreedOn(desk.purser, setPayoutPolicy, { ...stricter, approvers: null });
      await neverSent(held);
      expect((await approvePayout(second, held.id)).payout).toMatchObject({ status: 'CREATED' });
    });

    it('a withdrawn or declined payout cannot be approved and stays unsent', async () => {
      const withdrawn = await heldPayout();
      expect((await withdrawPayout(maker, withdrawn.id)).payout).toMatchObject({ status: 'WITHDRAWN' });
      const declined = await heldPayout(TWO_APPROVERS_FROM);
      await approvePayout(approver, declined.id);
      expect(codes(await declinePayout(approver, declined.id, ' '))).toEqual(['REASON_INVALID']);
      expect((await declinePayout(second, declined.id, 'Not our supplier.')).payout).toMatchObject({
        status: 'DECLINED',
        declineReason: 'Not our supplier.',
        approvals: [{ voidedAs: 'DECLINED' }],
      });
      for (const payout of [withdrawn, declined]) {
        expect(codes(await approvePayout(second, payout.id))).toEqual(['NOT_AWAITING_APPROVAL']);
        expect(codes(await changePayout(maker, { payoutId: payout.id, amount: '1' }))).toEqual(['NOT_CHANGEABLE']);
        await neverSent(payout);
      }
      expect(codes(await declinePayout(second, declined.id, 'Again.'))).toEqual(['NOT_AWAITING_APPROVAL']);
    });

    it('if an approval races with a change, only approved content is sent', async () => {
      const held = await heldPayout('1700');
      await Promise.all([
        approvePayout(approver, held.id, { contentHash: held.contentHash }),
        changePayout(maker, { payoutId: held.id, amount: '1800' }),
      ]);
      const now = await getPayout(maker, held.id);
      const sent = await Promise.all(now.attempts.map(({ id }) => desk.sandbox.findPayouts(id)));
      expect([now.amount, sent.flat().map(({ amount }) => amount)]).toEqual(
        now.amount === '1700.00' ? ['1700.00', ['1700']] : ['1800.00', []],
      );
    });
  });

  describe('changes', () => {
    const possibleDuplicatesOf = async ({ id }: PayoutView): Promise<unknown> => {
      const query = 'query ($id: ID!) { payout(id: $id) { possibleDuplicates { id isSameAmount isSameRecipient } } }';
      return (await approver.request<{ payout: { possibleDuplicates: unknown } }>(query, { id })).payout
        .possibleDuplicates;
    };

    it('a change is recorded field by field, with the hash of the resulting content', async () => {
      const held = await heldPayout('1900');
      const changes = async (): Promise<unknown> => {
        const fields = 'changedAt changedBy { id } contentHash facts { name before after }';
        const query = `query ($id: ID!) { payout(id: $id) { changes { ${fields} } } }`;
        return (await approver.request<{ payout: { changes: unknown } }>(query, { id: held.id })).payout.changes;
      };
      expect(await changes()).toEqual([]);
      const first = await changePayout(maker, { payoutId: held.id, amount: '1950.5', note: 'rent' });
      const recipient = { name: 'Eva Lima', requisites: 'eva@changed.example' };
      const second = await changePayout(maker, { payoutId: held.id, recipient });
      // Repeating the change changes nothing.
      await changePayout(maker, { payoutId: held.id, recipient });
      const change = { changedAt: expect.any(String) as string, changedBy: { id: keys.maker } };
      const unkept = { before: null, after: null };
      expect(await changes()).toEqual([
        {
          ...change,
          contentHash: first.payout!.contentHash,
          facts: [
            { name: 'amount', before: '1900.00', after: '1950.50' },
            { name: 'note', ...unkept },
          ],
        },
        {
          ...change,
          contentHash: second.payout!.contentHash,
          facts: [
            { name: 'recipient.name', ...unkept },
            { name: 'recipient.requisites', before: 'a***@e***', after: 'e***@c***' },
          ],
        },
      ]);
    });

    it('a change to an amount below the threshold needs no approval, like a new payout', async () => {
      const held = await heldPayout();
      expect((await changePayout(maker, { payoutId: held.id, amount: '10' })).payout).toMatchObject({
        status: 'CREATED',
        amount: '10.00',
        approvalsNeeded: 0,
      });
    });

    it('a change is validated for its destination and checked for possible duplicates', async () => {
      const held = await heldPayout('1900');
      expect(await changePayout(maker, { payoutId: held.id, recipient: { requisites: 'nobody' } })).toMatchObject({
        payout: { contentHash: held.contentHash },
        userErrors: [{ field: ['input', 'recipient', 'requisites'] }],
      });
      expect(codes(await changePayout(maker, { payoutId: held.id, note: '4111111111111111' }))).toEqual([
        'TEXT_INVALID',
      ]);
      const other = await recordedPayout(maker, payoutInput({ amount: '3' }));
      const recipient = { requisites: `ana-${randomUUID()}@example.com` };
      await changePayout(maker, { payoutId: held.id, recipient });
      const twin = await recordedPayout(maker, {
        amount: '4',
        recipient: { name: 'Ana', userId: 'user-1', ...recipient },
      });
      // The recipient's payouts that wait for approval count towards the policy, too.
      expect(twin).toMatchObject({ status: 'AWAITING_APPROVAL', approvalReason: 'POLICY' });
      expect(await possibleDuplicatesOf(twin)).toEqual([{ id: held.id, isSameAmount: false, isSameRecipient: true }]);
      expect((await changePayout(maker, { payoutId: held.id, amount: '4' })).payout).toMatchObject({
        approvalReason: 'POSSIBLE_DUPLICATE',
        approvalsNeeded: 1,
      });
      expect(await possibleDuplicatesOf(held)).toEqual([{ id: twin.id, isSameAmount: true, isSameRecipient: true }]);
      expect(codes(await changePayout(maker, { payoutId: other.id, amount: '5' }))).toEqual(['NOT_CHANGEABLE']);
      expect(codes(await changePayout(maker, { payoutId: randomUUID(), amount: '5' }))).toEqual(['PAYOUT_NOT_FOUND']);
    });

    it("a change finds possible duplicates at the recipient's other banks, too", async () => {
      const input = bangladeshInput();
      const first = await recordedPayout(maker, input);
      const recipient = { ...(input['recipient'] as object), bankName: 'WALLET_X2' };
      const other = await recordedPayout(maker, { ...input, idempotencyKey: randomUUID(), recipient });
      expect(await possibleDuplicatesOf(other)).toEqual([{ id: first.id, isSameAmount: true, isSameRecipient: false }]);
    });

    it('a change without a difference keeps the approvals', async () => {
      const held = await heldPayout(TWO_APPROVERS_FROM);
      await approvePayout(approver, held.id);
      expect((await changePayout(maker, { payoutId: held.id, amount: '5000.00' })).payout).toMatchObject({
        contentHash: held.contentHash,
        approvals: [{ voidedAs: null }],
      });
    });
  });

  describe('full recipients', () => {
    const reveal = async (api: GraphqlClient, payoutId: string, reason: string) => {
      const data = await api.request<{ revealPayoutRecipient: Record<string, unknown> }>(
        `mutation ($input: RevealPayoutRecipientInput!) { revealPayoutRecipient(input: $input) {
           recipient { name requisites } contentHash userErrors { code field } } }`,
        { input: { payoutId, reason } },
      );
      return data.revealPayoutRecipient;
    };

    it('an approver reveals the recipient with a reason and the content hash, and the audit log records it', async () => {
      const input = payoutInput({ amount: ONE_APPROVER_FROM });
      const held = await recordedPayout(maker, input);
      expect(await reveal(approver, held.id, ' ')).toMatchObject({
        recipient: null,
        userErrors: [{ code: 'REASON_INVALID', field: ['input', 'reason'] }],
      });
      const shown = await reveal(approver, held.id, 'To compare it with the invoice.');
      const { name, requisites } = input['recipient'] as Record<string, string>;
      expect(shown).toEqual({ recipient: { name, requisites }, contentHash: held.contentHash, userErrors: [] });
      const entries = await auditOf(held.id);
      expect(entries).toMatchObject([
        { action: 'payout.created' },
        {
          action: 'payout.recipient_revealed',
          actor: { id: keys.approver },
          reason: 'To compare it with the invoice.',
        },
      ]);
      expect(JSON.stringify(entries)).not.toContain(requisites);
      await expect(reveal(maker, held.id, 'I made it.')).rejects.toThrow('payouts:unmask');
    });

    it('a purged recipient cannot be revealed', async () => {
      const held = await heldPayout();
      await withdrawPayout(maker, held.id);
      await purgeRecipient(desk.database, held.id);
      expect(await reveal(approver, held.id, 'To see.')).toMatchObject({ userErrors: [{ code: 'RECIPIENT_PURGED' }] });
      const data = await maker.request<{ changePayout: { userErrors: { code: string }[] } }>(
        `mutation ($input: ChangePayoutInput!) { changePayout(input: $input) { userErrors { code } } }`,
        { input: { payoutId: held.id, amount: '1001' } },
      );
      expect(codes(data.changePayout)).toEqual(['NOT_CHANGEABLE']);
    });
  });

  describe('the gate', () => {
    it('one person shuts the gate; two open it, and the second must be able to approve payouts', async () => {
      const reason = 'The bank called.';
      expect(await setPayoutGate(maker, { isOpen: false, reason })).toMatchObject({
        changeRequest: null,
        gate: { isOpen: false, changedBy: { id: keys.maker } },
      });
      const open = { isOpen: true, reason: 'It was about something else.' };
      const proposal = await setPayoutGate(maker, open);
      expect(proposal).toMatchObject({ gate: { isOpen: false }, userErrors: [] });
      const first = proposed(proposal);
      // An administrator sees the change request, but lacks the scope to approve payouts.
      expect(await confirmChange(admin, first)).toMatchObject({
        userErrors: [{ code: 'SCOPE_MISSING', message: expect.stringContaining('payouts:approve') as string }],
      });
      const guard = await desk.keyWith(['payouts:read', 'payouts:gate']);
      await expect(confirmChange(guard, first)).rejects.toThrow('changes:confirm');
      // The gate is shut again for another reason, which the first person does not know of.
      await setPayoutGate(guard, { isOpen: false, reason: 'The auditor called.' });
      expect(await confirmChange(approver, first)).toMatchObject({
        changeRequest: { status: 'FAILED' },
        userErrors: [{ code: 'OUTDATED' }],
      });
      expect(await getPayoutGate(maker)).toMatchObject({ isOpen: false, reason: 'The auditor called.' });
      expect(codes(await confirmChange(approver, proposed(await setPayoutGate(maker, open))))).toEqual([]);
      expect(await getPayoutGate(maker)).toEqual({ ...open, changedBy: { id: keys.approver } });
    });
  });
});
