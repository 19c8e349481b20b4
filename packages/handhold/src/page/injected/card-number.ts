/** Numbers of payment cards, known by their length and the check that every one of them passes (ISO/IEC 7812). */

/** The digits of the number that a field holds, however they are grouped; undefined where it holds anything else. */
export function cardNumberIn(text: string): string | undefined {
  if (text.length < 12 || text.length > 30) return undefined;
  const digits = text.replace(/[\s.-]/g, '');
  return /^\d{13,19}$/.test(digits) && passesCheck(digits) ? digits : undefined;
}

/** The digits of all numbers that stand in a text. */
export function cardNumbersIn(text: string): string[] {
  const found = text.match(/(?<!\d)\d(?:[ .-]?\d){12,18}(?!\d)/g) ?? [];
  return found.map((number) => number.replace(/\D/g, '')).filter(passesCheck);
}

function passesCheck(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]);
    const weighed = i % 2 === 1 ? digit * 2 : digit;
    sum += weighed > 9 ? weighed - 9 : weighed;
  }
  return sum % 10 === 0 && /[1-9]/.test(digits);
}
