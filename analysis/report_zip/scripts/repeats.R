# The beta-binomial estimate of recompute.R, for judges who gave several answers each: see repeats.py.

# The log-likelihood of all judges, from right answers and answers of each, at pd and gamma
repeats_likelihood <- function(right, answers) {
  tables <- lapply(unique(answers), function(n) {
    list(n = n, seen = tabulate(right[answers == n] + 1, n + 1),
         guessed = outer(0:n, 0:n, function(x, k) dbinom(x - k, n - k, 1 / 3)))
  })
  function(pd, gamma) {
    sum(vapply(tables, function(table) {
      logs <- pmax(log(drop(table$guessed %*% perceived(table$n, pd, gamma))), -700)
      sum(table$seen * logs)
    }, 0))
  }
}

# The beta-binomial probability that k = 0...n of n answers are perceived
perceived <- function(n, pd, gamma) {
  gamma <- min(gamma, 1 - 1e-12)
  rising <- function(mean) c(0, cumsum(log(mean * (1 - gamma) + (seq_len(n) - 1) * gamma)))
  exp(lchoose(n, 0:n) + rising(pd) + rev(rising(1 - pd)) - rising(1)[n + 1])
}

# Where on [0, 1] a function is largest, and its value: the best of a grid, then nearer
best <- function(f) {
  grid <- (1 - cos(seq(0, pi, length.out = 25))) / 2
  values <- vapply(grid, f, 0)
  place <- which.max(values)
  around <- grid[c(max(place - 1, 1), min(place + 1, length(grid)))]
  nearer <- optimize(f, around, maximum = TRUE, tol = 1e-10)
  if (nearer$objective > values[place]) c(nearer$maximum, nearer$objective) else
    c(grid[place], values[place])
}

# Estimate, limits and p; d-prime of the estimate
repeats <- function(rows, protocol) {
  right <- as.vector(tapply(rows$correct == "1", rows$judge, sum))
  answers <- as.vector(tapply(rows$correct == "1", rows$judge, length))
  if (length(right) < 2) return(invisible())
  likelihood <- repeats_likelihood(right, answers)
  over_gamma <- function(mean) best(function(gamma) likelihood(mean, gamma))[2]
  pd <- max(0, 1.5 * (sum(right) / sum(answers) - 1 / 3))
  alike <- likelihood(pd, 0)
  top <- alike
  found <- best(over_gamma)
  if (found[2] - alike > 1e-9) {
    pd <- found[1]
    top <- found[2]
  }
  above <- function(mean) over_gamma(mean) - top + qchisq(0.95, 1) / 2
  limit <- function(end) {
    if (above(end) >= 0) end else uniroot(above, sort(c(pd, end)), tol = 1e-12)$root
  }
  show("beta_binomial_pd", pd)
  show("beta_binomial_pd_lower", limit(0))
  show("beta_binomial_pd_upper", limit(1))
  if (max(answers) > 1 && length(right) >= 10) {  # of fewer it is drawn
    tail <- pchisq(2 * (top - alike), 1, lower.tail = FALSE) / 2
    show("beta_binomial_p_overdispersion", if (top > alike) tail else 1)
  }
  if (pd < 1) show("beta_binomial_d_prime", d_prime(1 / 3 + 2 / 3 * pd, protocol))
}
