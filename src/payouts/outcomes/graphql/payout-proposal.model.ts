import { Field, ID, ObjectType } from '@nestjs/graphql';
import type { DecisionRecord } from '../../../decisions/decision.js';
import { DateTimeScalar } from '../../../graphql/scalars/date-time.scalar.js';
import type { ProposalContent, ProposalKind } from '../domain/payout-proposal.js';
import { PayoutProposalKindEnum } from './payout-evidence.enums.js';

@ObjectType('PayoutProposal', {
  description: 'What one person proposes to do with an unconfirmed payout; another confirms it by the same mutation.',
})
export class PayoutProposalModel {
  @Field(() => PayoutProposalKindEnum, { description: 'What is proposed.' })
  kind: ProposalKind;

  @Field(() => ID, { nullable: true, description: 'For BIND, the id at the payment service.' })
  providerPayoutId: string | null;

  @Field(() => Boolean, { description: 'For CLOSE, whether it may then be sent once more.' })
  resend: boolean;

  @Field(() => [ID], {
    description: 'For CLOSE, the webhooks about it that could not be read; the second person names them too.',
  })
  unreadableWebhookIds: string[];

  @Field(() => String, { description: 'Where the person looked.' })
  reference: string;

  @Field(() => ID, { description: 'The API key that proposed it, which cannot confirm it.' })
  proposedBy: string;

  @Field(() => DateTimeScalar, { description: 'When it was proposed.' })
  proposedAt: Date;

  @Field(() => DateTimeScalar, { description: 'Until when it can be confirmed.' })
  expiresAt: Date;
}

/** The content of the decision is what `UnconfirmedPayoutService` wrote. */
export function toPayoutProposalModel(decision: DecisionRecord): PayoutProposalModel {
  const { kind, providerPayoutId, resend, unreadableWebhookIds = [] } = decision.content as unknown as ProposalContent;
  const { reason: reference, proposedBy, proposedAt, expiresAt } = decision;
  return {
    kind,
    providerPayoutId,
    resend,
    unreadableWebhookIds: [...unreadableWebhookIds],
    reference,
    proposedBy,
    proposedAt,
    expiresAt,
  };
}
