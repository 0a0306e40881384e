import { ArgsType, Field } from '@nestjs/graphql';
import { SearchedText } from '../../../platform/graphql/validation/text.decorator.js';
import type { ChangeKind } from '../domain/change-request.js';
import { ChangeKindEnum } from './change-request.model.js';

@ArgsType()
export class ChangeRequestsArguments {
  @Field(() => [ChangeKindEnum], {
    nullable: true,
    description: 'Only change requests of these kinds.',
  })
  kinds?: ChangeKind[] | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Only change requests about this subject: the id of a payout, an order or a discrepancy, or `payout_gate`.',
  })
  @SearchedText()
  subject?: string | null;
}
