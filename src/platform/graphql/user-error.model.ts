import type { Type } from '@nestjs/common';
import { Field, InterfaceType, ObjectType } from '@nestjs/graphql';
import type { Refusal } from '../../common/refusal.js';
import { describedEnum } from './described-enum.js';

/**
 * An expected refusal, returned as data next to the object in the payload. Each mutation has a separate type that
 * implements this one and adds `code`, an enum of the mutation's refusals.
 */
@InterfaceType('UserError', { description: 'A reason why a mutation was refused, for people and forms.' })
export abstract class UserError {
  @Field(() => String, { description: 'The problem and how to fix it, in one sentence.' })
  message: string;

  @Field(() => [String], {
    nullable: true,
    description:
      'Path of the invalid input field, such as ["input", "amount"]; null if the problem is not in a single field.',
  })
  field: string[] | null;
}

/**
 * Declares a payload field which says that the payload repeats the result of an earlier request with the same
 * idempotency key.
 */
export const IsRepeat = (): PropertyDecorator =>
  Field(() => Boolean, {
    description:
      'Whether the same request was made before. If so, the payload contains the existing object in its current state, with any errors from its outcome.',
  });

export interface UserErrorWith<Code extends string> extends UserError {
  code: Code;
}

interface Refusals<Code extends string> {
  readonly description: string;
  readonly values: Readonly<Record<Code, string>>;
  /** Description of `userErrors`, if it should differ from the default. */
  readonly listed?: string;
}

/**
 * Creates the base class for a mutation's payload, with its user errors (`CreateOrderUserError`) and the enum of their
 * codes (`CreateOrderErrorCode`).
 * @param mutation the mutation's name with a capital letter
 * @param base an abstract type with additional fields for the errors
 */
export function mutationPayload<Code extends string, Base extends UserError = UserError>(
  mutation: string,
  { description, values, listed = 'Problems with the request; empty on success.' }: Refusals<Code>,
  base: abstract new () => Base = UserError as abstract new () => Base,
): Type<{ userErrors: (Base & UserErrorWith<Code>)[] }> {
  const codes: object = describedEnum<Code>({ name: `${mutation}ErrorCode`, description, values });
  const name = mutation.replace(/^./, (letter) => letter.toLowerCase());

  @ObjectType(`${mutation}UserError`, { implements: () => [UserError], description: `Why ${name} was refused.` })
  class MutationUserError extends (base as unknown as Type<UserError>) {
    @Field(() => codes, { description: 'The reason, as a machine-readable code.' })
    code: Code;
  }

  @ObjectType({ isAbstract: true })
  class MutationPayload {
    @Field(() => [MutationUserError], { description: listed })
    userErrors: (Base & UserErrorWith<Code>)[];
  }
  return MutationPayload;
}

/**
 * Maps refusals by a service to user errors.
 * @param blamed the input field for refusals that name none, either for all codes or by code; by default none
 */
export function toUserErrors<Refused extends Refusal<string>>(
  refused: Refused | readonly Refused[] | null,
  blamed?: string | Readonly<Partial<Record<Refused['code'], string>>>,
): (Omit<Refused, 'field'> & Pick<UserError, 'field'>)[] {
  const refusals = refused === null ? [] : 'code' in refused ? [refused] : refused;
  return refusals.map((refusal) => {
    const elsewhere = typeof blamed === 'string' ? blamed : (blamed?.[refusal.code as Refused['code']] ?? null);
    const { field = elsewhere } = refusal;
    return { ...refusal, field: field === null ? null : ['input', ...(typeof field === 'string' ? [field] : field)] };
  });
}
