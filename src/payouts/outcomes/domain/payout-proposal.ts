export type ProposalKind = 'BIND' | 'CLOSE';

/** What one person proposes to do with an unconfirmed payout. */
export interface ProposalContent {
  readonly kind: ProposalKind;
  /** For BIND: the id at the provider. */
  readonly providerPayoutId: string | null;
  /** For CLOSE: whether it may then be sent once more. */
  readonly resend: boolean;
  /** For CLOSE: the webhooks about it that could not be read, in spite of which it is closed; left out when there are none. */
  readonly unreadableWebhookIds?: readonly string[];
}
