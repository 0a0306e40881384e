import type { PipeTransform } from '@nestjs/common';
import { Args, Context, ID, Int, Query, Resolver } from '@nestjs/graphql';
import { badUserInput } from '../../../platform/graphql/errors/bad-user-input.js';
import type { Caller } from '../../../platform/graphql/request-context.js';
import { ParseId } from '../../../platform/graphql/validation/parse-id.js';
import { Requires } from '../../../access/scopes/requires.decorator.js';
import { BankModel } from '../../destinations/graphql/bank.model.js';
import { listOf } from '../../destinations/graphql/lookup-list.js';
import { PayoutLookupsService } from '../../destinations/payout-lookups.service.js';
import { russianPhone } from '../../destinations/table/russia-phone-transfer-destination.js';
import { RecipientCountsService } from '../recipient-counts.service.js';

class ParsePhone implements PipeTransform<string, string> {
  static readonly about = russianPhone.rule;

  /** @throws GraphQLError BAD_USER_INPUT naming the argument */
  transform(text: string): string {
    const verdict = russianPhone.parse(text);
    if (!verdict.ok) throw badUserInput(verdict.complaint, ['phone']);
    return verdict.value;
  }
}

/**
 * Accepts any service id, because a service that the profile does not list gets phone numbers in the default format.
 */
class AnyService implements PipeTransform<number | null, number | null> {
  static readonly about = 'any; the provider validates it';

  transform(serviceId: number | null): number | null {
    return serviceId;
  }
}

/** Looks up the banks of a phone number. The number of look-ups per caller is limited. */
@Resolver(() => BankModel)
export class PayoutBanksResolver {
  constructor(
    private readonly lookups: PayoutLookupsService,
    private readonly counts: RecipientCountsService,
  ) {}

  /** @throws AccessRefusedError RATE_LIMITED */
  @Query(() => [BankModel], {
    description:
      'Banks that accept a transfer to a phone number, cached for a minute. Limited to ten numbers a minute per caller.',
  })
  @Requires('payouts:create')
  async payoutBanks(
    @Args(
      'accountId',
      { type: () => ID, nullable: true, description: 'The merchant account; by default the first.' },
      ParseId,
    )
    accountId: string | null,
    @Args(
      'phone',
      { description: 'The phone number, in the form that `requisites` needs. Send it as a variable.' },
      ParsePhone,
    )
    phone: string,
    @Args(
      'serviceId',
      {
        type: () => Int,
        nullable: true,
        description: 'The service that will pay the payout. It may require a different format for the number.',
      },
      AnyService,
    )
    serviceId: number | null,
    @Context('caller') caller: Caller,
  ): Promise<BankModel[]> {
    await this.counts.countBankLookup(caller.id, phone);
    const banks = listOf(await this.lookups.listBanks({ accountId, phone, serviceId }));
    return banks.map(({ id, name }) => ({ id, name }));
  }
}
