/**
 * Numbers of payment cards, known by how they begin, their length and the check that every one of them passes
 * (ISO/IEC 7812).
 */

/** Visa, Mastercard, Maestro, Discover, UnionPay, RuPay, Mir, Amex, Diners, JCB, Troy: each with its own lengths. */
const issued =
  /^(?:4(?:\d{12}|\d{15}|\d{18})|5\d{15}|(?:5[0678]|6\d)\d{16,17}|6\d{15}|2[2-7]\d{14}|220[0-4]\d{13,15}|3[47]\d{13}|3(?:0[0-59]|[689]\d)\d{11}|3(?:0[0-59]|[5689]\d)\d{13,16}|8[12]\d{14}|9792\d{12})$/;

/** The digits of the number that a field holds, however they are grouped; undefined where it holds anything else. */
export function cardNumberIn(text: string): string | undefined {
  if (text.length < 13 || text.length > 60) return undefined;
  const digits = text.replace(/[\s.\p{Pd}]/gu, '');
  return isCardNumber(digits) ? digits : undefined;
}

/** The digits of all numbers that stand in a text. */
export function cardNumbersIn(text: string): string[] {
  const found = text.match(/(?<!\d)\d(?:[\s.\p{Pd}]{0,3}\d){12,18}(?!\d)/gu) ?? [];
  return found.map((number) => number.replace(/\D/g, '')).filter(isCardNumber);
}

export function isCardNumber(digits: string): boolean {
  return issued.test(digits) && passesCheck(digits);
}

function passesCheck(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]);
    const weighed = i % 2 === 1 ? digit * 2 : digit;
    sum += weighed > 9 ? weighed - 9 : weighed;
  }
  return sum % 10 === 0;
}
