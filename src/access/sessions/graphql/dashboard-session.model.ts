import { Field, ID, ObjectType } from '@nestjs/graphql';
import { DateTimeScalar } from '../../../platform/graphql/scalars/date-time.scalar.js';
import type { DashboardSessionEntity } from '../persistence/dashboard-session.entity.js';

@ObjectType('DashboardSession', { description: 'A browser in which the caller is signed in to the dashboard.' })
export class DashboardSessionModel {
  @Field(() => ID, { description: "Purser's id for the session." })
  id: string;

  @Field(() => DateTimeScalar, { description: 'When the browser signed in.' })
  startedAt: Date;

  @Field(() => DateTimeScalar, { description: 'When the session was last used, to the minute.' })
  lastUsedAt: Date;

  @Field(() => String, {
    nullable: true,
    description: 'The address from which the browser signed in; null if it was not stored.',
  })
  clientAddress: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The browser, such as "Firefox on Windows"; null if it is unknown.',
  })
  browser: string | null;

  @Field(() => Boolean, { description: 'Whether this is the session that the request uses.' })
  isCurrent: boolean;
}

/** @param currentId id of the session that sent the request; null if there is none */
export function toDashboardSessionModel(
  { id, startedAt, usedAt: lastUsedAt, clientAddress, browser }: DashboardSessionEntity,
  currentId: string | null,
): DashboardSessionModel {
  return { id, startedAt, lastUsedAt, clientAddress, browser, isCurrent: id === currentId };
}
