import { ArgsType, Field, ID, ObjectType } from '@nestjs/graphql';
import { ActorModel } from '../../audit/graphql/actor.model.js';
import { toActorModel } from '../../audit/graphql/audit-entry.model.js';
import type { AuditEntryRow } from '../../audit/persistence/audit-entries-page.query.js';
import type { CurrencyCode } from '../../../common/currency.js';
import { inCurrency } from '../../../common/text/currency-amount.js';
import type { SignedDecimalString } from '../../../common/signed-decimal.js';
import type { UtcText } from '../../../common/text/utc-text.js';
import { createConnectionType } from '../../../platform/graphql/connection/connection-type.js';
import { PageArguments } from '../../../platform/graphql/connection/page-arguments.js';
import { CurrencyCodeScalar } from '../../../platform/graphql/scalars/currency-code.scalar.js';
import { DateTimeScalar } from '../../../platform/graphql/scalars/date-time.scalar.js';
import { SignedDecimalScalar } from '../../../platform/graphql/scalars/signed-decimal.scalar.js';
import { Id } from '../../../platform/graphql/validation/id.decorator.js';
import type { ComparedFigures } from '../compare-balance.service.js';

@ObjectType('PastBalanceComparison', { description: "An earlier comparison of a balance with the provider's figure." })
export class PastBalanceComparisonModel implements ComparedFigures {
  @Field(() => ID, { description: "The id of the comparison's entry in the audit log." })
  id: string;

  @Field(() => DateTimeScalar, { description: 'When the two figures were compared.' })
  comparedAt: UtcText;

  @Field(() => ActorModel, { description: "Who entered the provider's figure." })
  comparedBy: ActorModel;

  @Field(() => SignedDecimalScalar, { description: 'Amount that was available for payouts.' })
  available: SignedDecimalString;

  @Field(() => SignedDecimalScalar, { description: 'Amount reserved for payouts that may have been paid.' })
  reserved: SignedDecimalString;

  @Field(() => SignedDecimalScalar, { description: "The provider's figure that the operator entered." })
  providerFigure: SignedDecimalString;

  @Field(() => SignedDecimalScalar, {
    description: "The provider's figure minus the amount that was available at the time.",
  })
  difference: SignedDecimalString;

  @Field(() => String, { description: 'Where the operator read the figure, and what explained a difference.' })
  note: string;
}

export const PastBalanceComparisonConnectionModel = createConnectionType(
  PastBalanceComparisonModel,
  'PastBalanceComparison',
);

@ArgsType()
export class BalanceComparisonsArguments extends PageArguments {
  @Field(() => ID, { description: 'The merchant account.' })
  @Id()
  accountId: string;

  @Field(() => CurrencyCodeScalar, { description: 'The currency of the balance.' })
  currency: CurrencyCode;
}

export function toPastBalanceComparisonModel(entry: AuditEntryRow, currency: CurrencyCode): PastBalanceComparisonModel {
  const { available, reserved, providerFigure, difference } = entry.after as unknown as ComparedFigures;
  return {
    id: entry.id,
    comparedAt: entry.occurredAt,
    comparedBy: toActorModel(entry),
    available: inCurrency(available, currency),
    reserved: inCurrency(reserved, currency),
    providerFigure: inCurrency(providerFigure, currency),
    difference: inCurrency(difference, currency),
    note: entry.reason ?? '',
  };
}
