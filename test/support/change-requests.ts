import type { GraphqlClient } from './graphql-client.js';
import type { TestDatabase } from './test-database.js';

export interface ActorView {
  readonly id: string;
}

export interface ChangeRequestView {
  readonly id: string;
  readonly kind: string;
  readonly subject: string;
  readonly status: string;
  readonly content: readonly { readonly name: string; readonly value: string | null }[];
  readonly contentHash: string;
  readonly reason: string | null;
  readonly proposedBy: ActorView;
  readonly closedBy: ActorView | null;
}

export const CHANGE_REQUEST =
  'id kind subject status content { name value } contentHash reason proposedBy { id } closedBy { id }';

/** The answer to a mutation that takes two people: it contains the change request. */
export interface Proposal {
  readonly changeRequest?: ChangeRequestView | null;
  readonly userErrors: readonly { readonly code: string }[];
}

/** The answer to confirmChangeRequest or declineChangeRequest. */
export interface ChangeAnswer {
  readonly changeRequest: ChangeRequestView | null;
  readonly secondHalf?: string | null;
  readonly userErrors: readonly {
    readonly code: string;
    readonly message: string;
    readonly field: readonly string[] | null;
  }[];
}

/** The parts of a change request that the second person has seen. */
export type SeenChange = Pick<ChangeRequestView, 'id' | 'contentHash'>;

export async function confirmChange(api: GraphqlClient, { id, contentHash }: SeenChange): Promise<ChangeAnswer> {
  const data = await api.request<{ confirmChangeRequest: ChangeAnswer }>(
    `mutation ($input: ConfirmChangeRequestInput!) { confirmChangeRequest(input: $input) {
       changeRequest { ${CHANGE_REQUEST} } secondHalf userErrors { code message field } } }`,
    { input: { id, contentHash } },
  );
  return data.confirmChangeRequest;
}

export async function declineChange(
  api: GraphqlClient,
  { id }: { readonly id: string },
  reason = 'It is another one.',
): Promise<ChangeAnswer> {
  const data = await api.request<{ declineChangeRequest: ChangeAnswer }>(
    `mutation ($input: DeclineChangeRequestInput!) { declineChangeRequest(input: $input) {
       changeRequest { ${CHANGE_REQUEST} } userErrors { code message field } } }`,
    { input: { id, reason } },
  );
  return data.declineChangeRequest;
}

export async function openChanges(api: GraphqlClient): Promise<readonly ChangeRequestView[]> {
  const data = await api.request<{ changeRequests: readonly ChangeRequestView[] }>(
    `{ changeRequests { ${CHANGE_REQUEST} } }`,
  );
  return data.changeRequests;
}

/** Returns the change request of a proposal, which must not have been refused. */
export function proposed({ changeRequest, userErrors }: Proposal): ChangeRequestView {
  if (!changeRequest) throw new Error(`Nothing was proposed: ${JSON.stringify(userErrors)}`);
  return changeRequest;
}

/** Confirms a person's proposal, which must succeed. */
export async function agree(api: GraphqlClient, proposal: Proposal): Promise<ChangeAnswer> {
  const answer = await confirmChange(api, proposed(proposal));
  if (answer.userErrors.length > 0) throw new Error(`It was not agreed on: ${JSON.stringify(answer.userErrors)}`);
  return answer;
}

/** Returns the values that a change request would set, by name. */
export function factsOf({ content }: Pick<ChangeRequestView, 'content'>): Readonly<Record<string, string | null>> {
  return Object.fromEntries(content.map(({ name, value }) => [name, value]));
}

/** Ages the open change requests, or the one about a subject, by a day. */
export const lapseChangeRequests = (
  { query }: Pick<TestDatabase, 'query'>,
  subject: string | null = null,
): Promise<unknown> =>
  query(
    `UPDATE change_requests SET expires_at = now() - interval '1 second'
     WHERE closed_as IS NULL AND ($1::text IS NULL OR subject = $1)`,
    [subject],
  );
