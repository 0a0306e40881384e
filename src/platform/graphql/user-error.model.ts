import type { Type } from '@nestjs/common';
import { Field, InterfaceType, ObjectType } from '@nestjs/graphql';
import type { Refusal } from '../../common/refusal.js';
import { describedEnum } from './described-enum.js';

/**
 * An expected refusal, returned as data next to the payload's object. Each mutation implements it with its own type,
 * which adds `code`, an enum of that mutation's refusals.
 */
@InterfaceType('UserError', { description: 'A reason why a mutation was refused, for people and for forms.' })
export abstract class UserError {
  @Field(() => String, { description: 'The problem and its remedy, in one sentence.' })
  message: string;

  @Field(() => [String], {
    nullable: true,
    description: 'Path of the input field at fault, such as ["input", "amount"]; null if no single field is.',
  })
  field: string[] | null;
}

/** Whether a payload repeats the answer to an earlier request with its idempotency key. */
export const IsRepeat = (): PropertyDecorator =>
  Field(() => Boolean, {
    description:
      'Whether the same request was made before. The payload then shows the object as it is now, with the errors of its outcome.',
  });

export interface UserErrorWith<Code extends string> extends UserError {
  code: Code;
}

interface Refusals<Code extends string> {
  readonly description: string;
  readonly values: Readonly<Record<Code, string>>;
  /** Replaces the default description of `userErrors`. */
  readonly listed?: string;
}

/**
 * Creates a mutation's payload base: its user errors, `CreateOrderUserError`, with the enum of their codes,
 * `CreateOrderErrorCode`.
 * @param mutation its name with a capital letter
 * @param base an abstract type with additional fields of its errors
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
    @Field(() => codes, { description: 'The reason, as a code for programs.' })
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
 * Maps a service's refusals to user errors.
 * @param blamed the input field for refusals that name none, for all codes or by code; by default no field
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
