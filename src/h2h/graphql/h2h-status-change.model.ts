import { Field, Int, ObjectType } from '@nestjs/graphql';
import { StatusChangeModel } from '../../platform/events/graphql/status-change.model.js';
import type { StatusChangeRecord } from '../../platform/events/status-change.js';
import { OrderModel } from '../../orders/graphql/order.model.js';
import { H2hSessionModel } from './h2h-session.model.js';

@ObjectType('H2hStatusChange', {
  implements: () => [StatusChangeModel],
  description: "A change of a card's verification: of its status, or of what the payer is asked for.",
})
export class H2hStatusChangeModel extends StatusChangeModel {
  readonly typeName = 'H2hStatusChange';

  readonly orderId: string;

  @Field(() => Boolean, { description: 'Whether the payer was asked for a code from then on.' })
  readonly isSmsRequired: boolean;

  @Field(() => Int, { description: 'How often the bank had asked for a code.' })
  readonly codeRound: number;

  @Field(() => Boolean, { description: 'Whether the last code had turned out wrong.' })
  readonly lastCodeRejected: boolean;

  @Field(() => OrderModel, { description: 'The order as it is now.' })
  readonly order?: OrderModel;

  @Field(() => H2hSessionModel, { description: 'The session as it is now.' })
  readonly session?: H2hSessionModel;

  constructor(record: StatusChangeRecord) {
    super(record);
    this.orderId = record.subjectId;
    this.isSmsRequired = record.evidence['isSmsRequired'] === true;
    this.codeRound = Number(record.evidence['codeRound']);
    this.lastCodeRejected = record.evidence['lastCodeRejected'] === true;
  }
}
