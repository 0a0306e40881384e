import { Args, ID, Query, Resolver } from '@nestjs/graphql';
import { Requires } from '../../../access/scopes/requires.decorator.js';
import { ParseId } from '../../../platform/graphql/validation/parse-id.js';
import { ProviderProfile } from '../../../provider/profile/provider-profile.js';
import { withRules } from '../asked-fields.js';
import { DESTINATIONS } from '../table/destinations.table.js';
import { PayoutLookupsService } from '../payout-lookups.service.js';
import { unsetAt } from '../table/unset-words.js';
import { listOf } from './lookup-list.js';
import { PayoutDestinationModel, toPayoutDestinationModel } from './payout-destination.model.js';
import { PayoutServiceModel } from './payout-service.model.js';

@Resolver(() => PayoutDestinationModel)
export class PayoutDestinationsResolver {
  constructor(
    private readonly lookups: PayoutLookupsService,
    private readonly profile: ProviderProfile,
  ) {}

  @Query(() => [PayoutDestinationModel], {
    description: 'All destinations for payouts, with the fields that each requires.',
  })
  @Requires('payouts:read')
  payoutDestinations(): PayoutDestinationModel[] {
    return DESTINATIONS.map((destination) =>
      toPayoutDestinationModel(withRules(this.profile, destination), {
        notConfigured: unsetAt(this.profile.unsetWords, destination),
      }),
    );
  }

  @Query(() => [PayoutServiceModel], {
    description: 'Services that the provider has enabled for an account, cached for a minute.',
  })
  @Requires('payouts:read')
  async payoutServices(
    @Args(
      'accountId',
      { type: () => ID, nullable: true, description: 'The merchant account; by default the first.' },
      ParseId,
    )
    accountId: string | null,
  ): Promise<PayoutServiceModel[]> {
    const services = listOf(await this.lookups.listServices(accountId));
    return services.map(({ id, name, currency, details }) => ({ id, name, currency, details: [...details] }));
  }
}
