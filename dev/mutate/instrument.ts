import ts from 'typescript';

export interface Mutant {
  readonly id: number;
  readonly file: string;
  /** Line number in the file, from 1. */
  readonly line: number;
  readonly original: string;
  readonly replacement: string;
}

/** Replacements for each operator: its boundary, its opposite, or another calculation. */
const OPERATORS: ReadonlyMap<string, readonly string[]> = new Map(
  ['&& ||', '|| &&', '=== !==', '!== ===', '< <= >=', '<= < >', '> >= <=', '>= > <', '+ -', '- +', '* /', '/ *', '% *']
    .concat(['+= -=', '-= +=', '++ --', '-- ++'])
    .map((row) => row.split(' '))
    .map(([operator = '', ...others]) => [operator, others]),
);

// A process without a switch runs the original code.
const SWITCH = 'const isMutant = globalThis.isMutant ?? (() => false);';

// Calls that only write to the log are not mutated, because they affect no behaviour.
const LOG_CALL = /\blogger\.(debug|error|log|warn)$/i;

/**
 * Inserts every mutant of a TypeScript file into its text, each behind the switch `isMutant(id)`, so that one
 * compilation serves all mutants. A mutant fixes a condition, changes an operator, a boolean or a fallback, empties an
 * array or an object, or removes a call, an `await`, a returned value or the question marks of an optional chain.
 * Strings, decorators and log calls are not mutated.
 * @param firstId the id of the first mutant; the others count up from it
 */
export function instrument(file: string, text: string, firstId: number): { text: string; mutants: Mutant[] } {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2023, true);
  const mutants: Mutant[] = [];

  function render(node: ts.Node): string {
    const start = node.getStart(source);
    if (isLeftAlone(node)) return text.slice(start, node.end);
    const choices = replacementsOf(node).map((replacement) => {
      const id = firstId + mutants.length;
      const line = source.getLineAndCharacterOfPosition(start).line + 1;
      mutants.push({ id, file, line, original: node.getText(source), replacement });
      return `isMutant(${id}) ? ${replacement} : `;
    });
    let rendered = '';
    let position = start;
    node.forEachChild((child) => {
      rendered += text.slice(position, child.getStart(source)) + render(child);
      position = child.end;
    });
    rendered += text.slice(position, node.end);
    return choices.length === 0 ? rendered : `(${choices.join('')}${rendered})`;
  }

  const instrumented = render(source);
  return { text: `${SWITCH} ${text.slice(0, source.getStart())}${instrumented}`, mutants };
}

/** Whether the node and its children are not mutated: types, decorators, assignment targets and log calls. */
function isLeftAlone(node: ts.Node): boolean {
  if (ts.isSourceFile(node)) return false;
  if (ts.isDecorator(node) || ts.isTypeNode(node) || ts.isTypeParameterDeclaration(node)) return true;
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return true;
  if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isEnumDeclaration(node)) return true;
  if (ts.isCallExpression(node) && LOG_CALL.test(node.expression.getText())) return true;
  return ts.isBinaryExpression(node.parent) && node.parent.left === node && isAssignment(node.parent);
}

function isAssignment(node: ts.BinaryExpression): boolean {
  const kind = node.operatorToken.kind;
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}

function replacementsOf(node: ts.Node): string[] {
  // A conditional inside a chain would end the chain, or separate a method from its object.
  if (!ts.isExpression(node) || isInsideOfChain(node)) return [];
  return [...replacementsByPlace(node), ...replacementsByKind(node)];
}

/** Returns the replacements that depend on an expression's position in the code. */
function replacementsByPlace(node: ts.Expression): string[] {
  const { parent } = node;
  const isCondition = ts.isConditionalExpression(parent) && parent.condition === node;
  if (ts.isIfStatement(parent) || isCondition) return ['true', 'false'];
  if (ts.isWhileStatement(parent) || (ts.isForStatement(parent) && parent.condition === node)) return ['false'];
  if (ts.isExpressionStatement(parent)) return isRemovableCall(node) ? ['undefined'] : [];
  const isReturned = ts.isReturnStatement(parent) || (ts.isArrowFunction(parent) && parent.body === node);
  return isReturned && !['undefined', 'null', 'true', 'false'].includes(node.getText()) ? ['undefined'] : [];
}

function replacementsByKind(node: ts.Expression): string[] {
  if (ts.isBinaryExpression(node)) return replacementsOfBinary(node);
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) return replacementsOfUnary(node);
  if (node.kind === ts.SyntaxKind.TrueKeyword) return ['false'];
  if (node.kind === ts.SyntaxKind.FalseKeyword) return ['true'];
  if (ts.isAwaitExpression(node)) return [`(${node.expression.getText()})`];
  if (ts.isArrayLiteralExpression(node) && node.elements.length > 0) return ['[]'];
  if (ts.isObjectLiteralExpression(node) && node.properties.length > 0) return ['({})'];
  return ts.isOptionalChain(node) && isLink(node) ? [`(${unchained(node)})`] : [];
}

function replacementsOfBinary(node: ts.BinaryExpression): string[] {
  const [left, operator = '', right] = [node.left, node.operatorToken, node.right].map((part) => part.getText());
  if (operator === '??') return [`(${left})`, `(${right})`];
  const isText = (part: ts.Expression): boolean => ts.isStringLiteralLike(part) || ts.isTemplateExpression(part);
  if (operator === '+' && [node.left, node.right].some(isText)) return [];
  const target = isAssignment(node) ? left : `(${left})`;
  return (OPERATORS.get(operator) ?? []).map((other) => `(${target} ${other} (${right}))`);
}

function replacementsOfUnary(node: ts.PrefixUnaryExpression | ts.PostfixUnaryExpression): string[] {
  const operand = node.operand.getText();
  const operator = ts.tokenToString(node.operator) ?? '';
  if (operator === '!' || operator === '-') return [`(${operand})`];
  const others = operator === '++' || operator === '--' ? OPERATORS.get(operator) : undefined;
  return (others ?? []).map((other) => (ts.isPrefixUnaryExpression(node) ? other + operand : operand + other));
}

type Link = ts.PropertyAccessExpression | ts.ElementAccessExpression | ts.CallExpression;

function isLink(node: ts.Node): node is Link {
  return ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node) || ts.isCallExpression(node);
}

function isInsideOfChain(node: ts.Expression): boolean {
  if (!isLink(node) && !ts.isNonNullExpression(node)) return false;
  return (isLink(node.parent) || ts.isNonNullExpression(node.parent)) && node.parent.expression === node;
}

/** Returns the text of a chain without its question marks. */
function unchained(chain: ts.Expression): string {
  let text = chain.getText();
  for (let node = chain; isLink(node) || ts.isNonNullExpression(node); node = node.expression) {
    const mark = ts.isNonNullExpression(node) ? undefined : node.questionDotToken;
    if (!mark) continue;
    const dot = ts.isPropertyAccessExpression(node) ? '.' : '';
    text = text.slice(0, mark.getStart() - chain.getStart()) + dot + text.slice(mark.end - chain.getStart());
  }
  return text;
}

/**
 * Whether the node is a call, awaited or not, that can be removed. A call to the base class's constructor must stay.
 */
function isRemovableCall(node: ts.Expression): boolean {
  const call = ts.isAwaitExpression(node) || ts.isVoidExpression(node) ? node.expression : node;
  return ts.isCallExpression(call) && call.expression.kind !== ts.SyntaxKind.SuperKeyword;
}
