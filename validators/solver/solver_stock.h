/* Solvers shared by threads: more threads need no more memory, and a thread waits only if it has a
 * position to solve. */
#pragma once

#include "validators/solver/solver.h"

enum { SOLVER_STOCK_MAX = 16 };

struct solver_stock;

/* At most `count` solvers of `memory` bytes each (zi_solver_new), created on demand. NULL when
 * memory runs out. */
struct solver_stock *zi_solver_stock_new(unsigned count, size_t memory);

/* No solver may be in use. */
void zi_solver_stock_free(struct solver_stock *stock);

/* A solver for the calling thread only, until it is given back; waits if all are in use. The choice
 * changes no answer. NULL if memory runs out before there is one. */
struct solver *zi_solver_stock_take(struct solver_stock *stock);
void zi_solver_stock_give_back(struct solver_stock *stock, struct solver *solver);
