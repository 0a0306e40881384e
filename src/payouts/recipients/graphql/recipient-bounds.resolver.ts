import { Args, Context, Mutation, Resolver } from '@nestjs/graphql';
import type { Caller } from '../../../platform/graphql/request-context.js';
import { RefusesInput } from '../../../platform/graphql/validation/refuses-input.js';
import { Requires } from '../../../access/scopes/requires.decorator.js';
import { RecipientBoundsService } from '../recipient-bounds.service.js';
import {
  RaiseRecipientReadingsInput,
  RaiseRecipientReadingsPayload,
  toRaiseRecipientReadingsPayload,
} from './raise-recipient-readings.js';

/** How many recipients a person sees in full. */
@Resolver()
export class RecipientBoundsResolver {
  constructor(private readonly bounds: RecipientBoundsService) {}

  @Mutation(() => RaiseRecipientReadingsPayload, {
    description:
      'Proposes that the caller reveals and compares more recipients than usual, until the day ends that began with the ' +
      'first of them. Another person confirms the change request.',
  })
  @Requires('payouts:unmask')
  @RefusesInput<RaiseRecipientReadingsPayload>(() => ({ changeRequest: null }))
  async raiseRecipientReadings(
    @Args('input', { description: 'How many, and why.' }) input: RaiseRecipientReadingsInput,
    @Context('caller') caller: Caller,
  ): Promise<RaiseRecipientReadingsPayload> {
    return toRaiseRecipientReadingsPayload(await this.bounds.propose(input, caller));
  }
}
