export const work = (input: { text: string }, orderId: string) => ({
  length: input.text.length,
  orderId,
});
