/* global document */

/** The values typed into a form, by the names of its fields. */
export function readFields(form) {
  return Object.fromEntries(inputsOf(form).map((input) => [input.name, input.value.trim()]));
}

/** Puts values into a form, such as the payer's own again when one of them needs a correction. */
export function fillFields(form, values) {
  for (const input of inputsOf(form)) input.value = values[input.name] ?? '';
}

/** Leaves nothing in a form, neither for another look nor for the browser to bring back. */
export function clearFields(form) {
  fillFields(form, {});
  showErrors(form, []);
}

/** Says beside each field what is wrong with it, and below the form what is wrong with none. */
export function showErrors(form, errors) {
  const inputs = inputsOf(form);
  for (const input of inputs) {
    const text = textOf(errors.filter(({ field }) => field === input.name));
    document.getElementById(`${input.id}-error`).textContent = text;
    input.setAttribute('aria-invalid', String(text !== ''));
  }
  const names = inputs.map(({ name }) => name);
  const others = errors.filter(({ field }) => !names.includes(field));
  document.getElementById(`${form.id}-error`).textContent = textOf(others);
  inputs.find((input) => input.getAttribute('aria-invalid') === 'true')?.focus();
}

/** `1239`, `12 / 39` and `12/2039` as `12/39`, which is how cards are asked about; anything else as it is. */
export function asExpiry(text) {
  const match = /^(\d{2})\D*(?:20)?(\d{2})$/.exec(text.trim());
  return match === null ? text : `${match[1]}/${match[2]}`;
}

/** Digits in groups of four, as they stand on most cards. */
export function asCardNumber(text) {
  return text.replaceAll(/\s/g, '').replaceAll(/(\d{4})(?=\d)/g, '$1 ');
}

function inputsOf(form) {
  return [...form.querySelectorAll('input')];
}

function textOf(errors) {
  return errors.map(({ text }) => text).join(' ');
}
