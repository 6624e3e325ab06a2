export { FirstSteps } from './FirstSteps.tsx';
export { History } from './History.tsx';
export { ReviewRunning } from './ReviewRunning.tsx';
export { Secret } from './Secret.tsx';
