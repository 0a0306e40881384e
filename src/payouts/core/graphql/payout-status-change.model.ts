import { Field, ObjectType } from '@nestjs/graphql';
import { StatusChangeModel } from '../../../platform/events/graphql/status-change.model.js';
import type { StatusChangeRecord } from '../../../platform/events/status-change.js';
import { PayoutModel } from './payout.model.js';

@ObjectType('PayoutStatusChange', {
  implements: () => [StatusChangeModel],
  description: "A change in a payout's status.",
})
export class PayoutStatusChangeModel extends StatusChangeModel {
  readonly typeName = 'PayoutStatusChange';

  readonly payoutId: string;

  @Field(() => PayoutModel, { description: 'The payout in its current state.' })
  readonly payout?: PayoutModel;

  constructor(record: StatusChangeRecord) {
    super(record);
    this.payoutId = record.subjectId;
  }
}
