interface Decimal {
  digits: bigint;
  exponent: number;
}

/** The decimal that a double is written as: what the JSON text said, not its binary neighbour. */
function decimalOf(value: number): Decimal {
  const [mantissa = '0', exponent = '0'] = String(value).split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
}

/**
 * `multipleOf`, by decimal arithmetic: 19.99 is a multiple of 0.01, although their quotient in
 * doubles is 1998.9999999999998.
 */
export function isMultipleOf(value: number, divisor: number): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(divisor)) return value % divisor === 0;
  const a = decimalOf(value);
  const b = decimalOf(divisor);
  const exponent = Math.min(a.exponent, b.exponent);
  const scaled = ({ digits, exponent: own }: Decimal) => digits * 10n ** BigInt(own - exponent);
  return scaled(a) % scaled(b) === 0n;
}
