/** Runs one simulation alone in its process. */
import { type Report, Simulation, type SimulationOptions } from './simulation.ts';

export async function runSimulation(options: SimulationOptions): Promise<Report> {
  const undo = options.mutation?.patch?.();
  const simulation = new Simulation(options);
  // An unhandled rejection would end the real process; here it ends the simulated one.
  const others = process.rawListeners('unhandledRejection') as ((reason: unknown) => void)[];
  process.removeAllListeners('unhandledRejection');
  process.on('unhandledRejection', (reason) => simulation.thrown(reason as Error));
  try {
    return await simulation.run();
  } finally {
    process.removeAllListeners('unhandledRejection');
    for (const listener of others) process.on('unhandledRejection', listener);
    undo?.();
  }
}
