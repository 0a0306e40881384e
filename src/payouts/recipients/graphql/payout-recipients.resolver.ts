import { Args, Context, Mutation, Resolver } from '@nestjs/graphql';
import { Requires } from '../../../access/scopes/requires.decorator.js';
import type { Caller } from '../../../platform/graphql/request-context.js';
import { RefusesInput } from '../../../platform/graphql/validation/refuses-input.js';
import { RecipientBoundsService } from '../recipient-bounds.service.js';
import { RevealRecipientService } from '../reveal-recipient.service.js';
import {
  RaiseRecipientReadingsInput,
  RaiseRecipientReadingsPayload,
  toRaiseRecipientReadingsPayload,
} from './raise-recipient-readings.js';
import {
  RevealPayoutRecipientInput,
  RevealPayoutRecipientPayload,
  toRevealPayoutRecipientPayload,
} from './reveal-payout-recipient.js';

@Resolver()
export class PayoutRecipientsResolver {
  constructor(
    private readonly revealing: RevealRecipientService,
    private readonly bounds: RecipientBoundsService,
  ) {}

  @Mutation(() => RevealPayoutRecipientPayload, {
    description: 'Shows a recipient in full, after recording in the audit log who asked and why.',
  })
  @Requires('payouts:unmask')
  @RefusesInput<RevealPayoutRecipientPayload>(() => ({ recipient: null, contentHash: null }))
  async revealPayoutRecipient(
    @Args('input', { description: 'The payout whose recipient to show, and the reason.' }) {
      payoutId,
      reason,
    }: RevealPayoutRecipientInput,
    @Context('caller') caller: Caller,
  ): Promise<RevealPayoutRecipientPayload> {
    return toRevealPayoutRecipientPayload(await this.revealing.reveal(payoutId, reason, caller.id));
  }

  @Mutation(() => RaiseRecipientReadingsPayload, {
    description:
      'Proposes that the caller may reveal and compare more recipients than usual until the current day ends: 24 hours after the first recipient that was counted in it, or after the confirmation if none was. Another person confirms the change request.',
  })
  @Requires('payouts:unmask')
  @RefusesInput<RaiseRecipientReadingsPayload>(() => ({ changeRequest: null }))
  async raiseRecipientReadings(
    @Args('input', { description: 'The number of recipients, and the reason.' }) input: RaiseRecipientReadingsInput,
    @Context('caller') caller: Caller,
  ): Promise<RaiseRecipientReadingsPayload> {
    return toRaiseRecipientReadingsPayload(await this.bounds.propose(input, caller));
  }
}
