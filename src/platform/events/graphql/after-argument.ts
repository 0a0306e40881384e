import type { PipeTransform } from '@nestjs/common';
import { Args } from '@nestjs/graphql';
import { badUserInput } from '../../graphql/errors/bad-user-input.js';
import { type LogPosition, parseCursor } from '../status-change.js';

/** The `after` argument of a subscription as a log position; null if absent. */
export const After = (): ParameterDecorator =>
  Args(
    'after',
    {
      type: () => String,
      nullable: true,
      description:
        'Resume after the change with this cursor. If absent, delivery starts with changes from now on, or from a moment ago. A reconnecting client must send the cursor of the last change that it received; docs/calling.md has the code.',
    },
    ParseAfter,
  );

class ParseAfter implements PipeTransform<string | null | undefined, LogPosition | null> {
  static readonly about = 'a cursor of this subscription';

  /** @throws GraphQLError BAD_USER_INPUT naming the argument if Purser did not issue this cursor */
  transform(after: string | null | undefined): LogPosition | null {
    if (typeof after !== 'string') return null;
    const position = parseCursor(after);
    if (!position) throw badUserInput('must be a cursor of this subscription', ['after']);
    return position;
  }
}
