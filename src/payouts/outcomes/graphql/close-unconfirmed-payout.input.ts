import { Field, ID, InputType } from '@nestjs/graphql';
import { DomainRule } from '../../../graphql/validation/domain-rule.decorator.js';
import { Id, Ids } from '../../../graphql/validation/id.decorator.js';
import { MaxEntries } from '../../../graphql/validation/max-entries.decorator.js';
import { Reference } from './unconfirmed-payout-refusals.js';
import type { CloseRequest } from '../unconfirmed/unconfirmed-payout.service.js';

// As many webhooks of an attempt as are dealt with again: more are a fault of the sender's.
const MAX_UNREADABLE = 100;

@InputType('CloseUnconfirmedPayoutInput', { description: 'An unconfirmed payout that the provider lacks.' })
export class CloseUnconfirmedPayoutInput {
  @Field(() => ID, { description: "Purser's id of the payout." })
  @Id()
  payoutId: string;

  @Field(() => Boolean, {
    defaultValue: false,
    description: 'Whether it is then sent once more; otherwise it ends here.',
  })
  resend: boolean;

  @Field(() => [ID], {
    nullable: true,
    description:
      'The webhooks about it that could not be read, as EVIDENCE_PENDING tells them, 100 at most: it is closed in spite of ' +
      'them. None when absent.',
  })
  @DomainRule('of webhooks about it that could not be read', 'NOT_UNREADABLE')
  @MaxEntries(MAX_UNREADABLE)
  @Ids()
  unreadableWebhookIds?: string[] | null;

  @Field(() => String, { description: 'Where you looked: a ticket, an e-mail, a statement.' })
  @Reference()
  reference: string;
}

/** @param proposedBy the API key or person who proposes it */
export function toCloseRequest(input: CloseUnconfirmedPayoutInput, proposedBy: string): CloseRequest {
  return {
    payoutId: input.payoutId,
    resend: input.resend,
    unreadableWebhookIds: input.unreadableWebhookIds ?? [],
    reference: input.reference,
    proposedBy,
  };
}
