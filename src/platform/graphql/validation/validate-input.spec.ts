import { inspect } from 'node:util';
import { Secret } from '../../../common/secret.js';
import { DomainRule } from './domain-rule.decorator.js';
import { rulesOf } from './field-rule.js';
import { Id, Ids } from './id.decorator.js';
import { InputWithProblems, InvalidInput } from './invalid-input.js';
import { MaxEntries } from './max-entries.decorator.js';
import { Nested, NestedList } from './nested.decorator.js';
import { Reason, Text } from './text.decorator.js';
import { ValidateArguments } from './validate-arguments.js';
import { errorsIn, validateInput } from './validate-input.js';

class Item {
  @Text({ max: 5, code: 'NAME_INVALID' })
  name?: string | null;

  @Id()
  id?: string | null;

  secret?: Secret;
}

class Base {
  @Id()
  accountId?: string | null;
}

class Order extends Base {
  @MaxEntries(2, 'TOO_MANY')
  @Ids()
  ids?: string[] | null;

  @Nested(() => Item)
  item?: Item | null;

  @NestedList(() => Item, { max: 2, code: 'TOO_MANY' })
  items?: Item[] | null;

  @DomainRule('validated elsewhere', 'ODD')
  free?: string;

  @Reason()
  reason?: string | null;
}

const ID = '0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b';

const CARD = '4111111111111111';

const NAME_RULE = 'must have 1 to 5 printable characters and no space at either end.';

const problemsOf = (value: object): string[] =>
  validateInput(Order, value, ['input']).problems.map(({ code, field }) => `${code ?? '-'} ${field.join('.')}`);

describe('input validation', () => {
  it.each([
    [{}],
    [{ accountId: null, ids: null, item: null, items: null, reason: null }],
    [{ accountId: ID, ids: [ID, ID.toUpperCase()], item: { name: 'a' }, items: [{ id: ID }, {}], reason: 'Why.' }],
    [{ free: CARD, unknown: CARD }],
    [Object.assign(Object.create(null) as object, { reason: 'Literals have no prototype.' })],
  ])('accepts the input %j', (value) => {
    expect(problemsOf(value)).toEqual([]);
  });

  it.each<[object, string[]]>([
    [{ accountId: 'x' }, ['- input.accountId']],
    [{ accountId: '' }, ['- input.accountId']],
    [{ ids: [ID, 'x'] }, ['- input.ids.1']],
    [{ ids: [ID, ID, ID] }, ['TOO_MANY input.ids']],
    [{ item: { name: 'longer' } }, ['NAME_INVALID input.item.name']],
    [{ items: [{ name: 'a' }, { name: '', id: 'x' }] }, ['NAME_INVALID input.items.1.name', '- input.items.1.id']],
    [
      { items: Array.from({ length: 10_000 }, () => ({ id: 'x' })) },
      ['TOO_MANY input.items', ...[0, 1, 2].map((at) => `- input.items.${at}.id`)],
    ],
    [{ reason: ' ' }, ['REASON_INVALID input.reason']],
    [{ reason: `For ${CARD}.` }, ['REASON_INVALID input.reason']],
  ])('rejects the input %j', (value, problems) => {
    expect(problemsOf(value)).toEqual(problems);
  });

  it('reports all problems of an input together', () => {
    const value = { accountId: 'x', ids: ['x', 'x', 'x'], item: { name: '' }, items: [{ id: '' }], reason: '' };
    expect(problemsOf(value).sort()).toEqual([
      '- input.accountId',
      '- input.ids.0',
      '- input.items.0.id',
      'NAME_INVALID input.item.name',
      'REASON_INVALID input.reason',
      'TOO_MANY input.ids',
    ]);
  });

  it('converts ids to lower case and leaves everything else unchanged', () => {
    const secret = new Secret('123456');
    const given = { accountId: ID.toUpperCase(), ids: [ID.toUpperCase()], items: [{ id: ID.toUpperCase(), secret }] };
    const { input } = validateInput(Order, given, []);
    expect(input).toBeInstanceOf(Order);
    expect(input).toEqual({ accountId: ID, ids: [ID], items: [{ id: ID, secret }] });
    expect(input.items?.[0]?.secret).toBe(secret);
    expect(given.accountId).toBe(ID.toUpperCase());
  });

  it('never repeats a value in a problem', () => {
    const secret = new Secret(CARD);
    const value = { accountId: CARD, ids: [CARD], item: { name: CARD, id: CARD, secret }, reason: CARD };
    const { problems } = validateInput(Order, value, ['input']);
    const error = new InvalidInput(problems);
    expect(problems).toHaveLength(5);
    expect(`${JSON.stringify([problems, error, error.userErrors])} ${error.stack} ${error.message}`).not.toContain(
      CARD,
    );
  });

  it('names the field in a message, but not its position in a list', () => {
    const { problems } = validateInput(Order, { items: [{ name: '' }], ids: [ID, ID, ID] }, ['input']);
    expect(new InvalidInput(problems).userErrors.map(({ message }) => message)).toEqual([
      'ids must have 2 entries at most',
      `name ${NAME_RULE}`,
    ]);
  });

  it('includes the rules that a class inherits', () => {
    expect(rulesOf(Order).map(({ field, rule, codes }) => `${field} ${rule.name} ${codes.join()}`.trim())).toEqual(
      expect.arrayContaining(['accountId id', 'ids ids', 'ids maxEntries TOO_MANY', 'free domain ODD', 'item nested']),
    );
    expect(rulesOf(Secret)).toEqual([]);
  });
});

class Request extends InputWithProblems<'NAME_INVALID' | 'CARD_IN_TEXT'> {
  @Id()
  id?: string;

  @Text({ max: 20, code: 'NAME_INVALID', cardCode: 'CARD_IN_TEXT' })
  name?: string;

  @Nested(() => Item)
  item?: Item;
}

describe('inputs whose mutation reports their problems', () => {
  const passOn = (value: object): unknown =>
    new ValidateArguments().transform(value, { type: 'body', metatype: Request, data: 'input' });

  it('reach the mutation with the code and the path of each problem', () => {
    const input = passOn({ id: ID.toUpperCase(), name: CARD, item: { name: '' } });
    expect(input).toBeInstanceOf(Request);
    expect(input).toMatchObject({ id: ID, name: CARD });
    const { problems } = input as Request;
    expect(problems).toEqual([
      { code: 'CARD_IN_TEXT', field: ['name'], message: 'name must not hold a card number.' },
      { code: 'NAME_INVALID', field: ['item', 'name'], message: `name ${NAME_RULE}` },
    ]);
    expect(JSON.stringify(problems)).not.toContain(CARD);
  });

  it('inputs whose mutation reports their problems have no problems if all fields are valid', () => {
    expect(passOn({ id: ID, name: 'Ada' })).toMatchObject({ problems: [] });
  });

  it('inputs whose mutation reports their problems are rejected if a problem has no code', () => {
    expect(() => passOn({ id: 'x', name: '' })).toThrow('input.id must be a UUID');
  });
});

describe('errors from class-validator', () => {
  it('contain neither the input nor any of its values', () => {
    const inner = Object.assign(new Item(), { name: CARD, id: CARD, secret: new Secret(CARD) });
    const errors = errorsIn(Object.assign(new Order(), { reason: CARD, items: [inner] }));
    expect(errors.map(({ property, children = [] }) => [property, children.length])).toEqual([
      ['items', 1],
      ['reason', 0],
    ]);
    expect(inspect(errors, { depth: Infinity })).not.toContain(CARD);
  });
});
